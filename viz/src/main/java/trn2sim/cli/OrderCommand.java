package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.order.OrderCase;
import trn2sim.traces.order.OrderFile;
import trn2sim.traces.order.OrderScore;

/** Holds the compiler model's instruction order against compiled ones. */
@Command(
    name = "order",
    description = "Order dependency graphs as the compiler model does; compare with real orders.",
    mixinStandardHelpOptions = true)
final class OrderCommand implements Callable<Integer> {
  private static final String LEGEND =
      "n: instructions of the engine. tau: how far the model's order is that of the compiled kernel"
          + " (Kendall's tau, 1 if it is the same, -1 if it is reversed). adjacent: of the pairs"
          + " that run one after the other in the model's order, the share that does so in the"
          + " compiled order too. source: the same for the order of the source.";

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "Graphs with compiled orders (CSV); default: the built-in ones.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  OrderCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<OrderCase> cases = file.map(OrderCommand::read).orElseGet(OrderFile::builtIn);
    terminal.print(json ? Json.pretty(json(cases)) : text(cases));
    return 0;
  }

  private static List<OrderCase> read(Path path) {
    try {
      return OrderFile.read(path.toString(), Files.readString(path));
    } catch (NoSuchFileException e) {
      throw SpecException.at(path.toString(), "no such file", "a CSV file with dependency graphs");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + path + ": " + e.getMessage(), e);
    }
  }

  private static JsonObject json(List<OrderCase> cases) {
    return new JsonObject()
        .put(
            "cases",
            cases.stream()
                .map(
                    one ->
                        json(new JsonObject().put("case", one.name()), OrderScore.ofModel(one))
                            .put("source", json(new JsonObject(), OrderScore.ofSource(one))))
                .toList());
  }

  private static JsonObject json(JsonObject target, OrderScore score) {
    JsonObject engines = new JsonObject();
    score
        .engines()
        .forEach(
            (engine, likeness) ->
                engines.put(
                    engine,
                    new JsonObject()
                        .put("tau", likeness.tau())
                        .put("adjacent", likeness.adjacent())
                        .put("n", likeness.n())));
    return target.put("engines", engines).put("span", score.span());
  }

  /** Source order beside the model's: what the model is better by. */
  private String text(List<OrderCase> cases) {
    TextTable table =
        new TextTable("case", "engine", "n", "tau", "adjacent", "source tau", "source adjacent");
    StringBuilder spans = new StringBuilder();
    for (OrderCase one : cases) {
      OrderScore model = OrderScore.ofModel(one);
      OrderScore source = OrderScore.ofSource(one);
      model
          .engines()
          .forEach(
              (engine, likeness) -> {
                OrderScore.Likeness written = source.engines().get(engine);
                table.row(
                    one.name(),
                    engine,
                    Integer.toString(likeness.n()),
                    figure(likeness.tau()),
                    figure(likeness.adjacent()),
                    figure(written.tau()),
                    figure(written.adjacent()));
              });
      spans.append(
          String.format(
              Locale.ROOT,
              "%s: the model's order takes %.3f of the compiled order's time, source order %.3f%n",
              one.name(),
              model.span(),
              source.span()));
    }
    return table.render(terminal)
        + "\n"
        + Wrapped.text(LEGEND, 0, terminal.columns())
        + "\n"
        + spans;
  }

  private static String figure(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
