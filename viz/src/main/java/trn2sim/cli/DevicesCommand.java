package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.hw.spec.Citation;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.Parameter;

/** Lists devices, or the parameters of one. */
@Command(
    name = "devices",
    description = "List the built-in devices; with a name or path, its parameters.",
    mixinStandardHelpOptions = true)
final class DevicesCommand implements Callable<Integer> {
  private static final int MARGIN = 4;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "A device or a device file.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  DevicesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (name.isPresent()) {
      DeviceParameters device = DeviceParameters.load(name.get());
      terminal.print(json ? Json.pretty(details(device)) : text(device));
      return 0;
    }
    List<JsonObject> list = new ArrayList<>();
    TextTable table = new TextTable("device", "kind", "what it is", "digest");
    for (String builtIn : DeviceParameters.builtIn()) {
      DeviceParameters device = DeviceParameters.load(builtIn);
      list.add(header(device));
      table.row(device.name(), device.kind(), device.title(), device.digest());
    }
    terminal.print(json ? Json.pretty(list) : table.render(terminal));
    return 0;
  }

  private String text(DeviceParameters device) {
    TextTable table = new TextTable("parameter", "value", "range", "source", "confidence");
    for (String key : device.names()) {
      Parameter p = device.parameter(key);
      table.row(
          key,
          p.value(),
          p.range().map(Parameter.Range::toString).orElse(""),
          p.source().id(),
          p.confidence().toString());
    }
    TextTable sources = new TextTable("source", "where to find it");
    device.sources().forEach(source -> sources.row(source.id(), source.text()));
    return device.name()
        + ": "
        + device.title()
        + ", digest "
        + device.digest()
        + "\n\n"
        + withNotes(table.render(terminal), device)
        + "\n"
        + sources.render(terminal);
  }

  /** Sentences are too long for columns: they follow the row they belong to. */
  private String withNotes(String table, DeviceParameters device) {
    List<String> rows = table.lines().toList();
    StringBuilder out = new StringBuilder(rows.get(0)).append('\n');
    List<String> keys = List.copyOf(device.names());
    for (int i = 0; i < keys.size(); i++) {
      Parameter parameter = device.parameter(keys.get(i));
      out.append(rows.get(i + 1)).append('\n').append(indented(parameter.note()));
      parameter.range().ifPresent(range -> out.append(indented("range: " + range.source())));
    }
    return out.toString();
  }

  private String indented(String text) {
    String margin = " ".repeat(MARGIN);
    return text.isEmpty() ? "" : Wrapped.text(margin + text, MARGIN, terminal.columns());
  }

  private static JsonObject header(DeviceParameters device) {
    return new JsonObject()
        .put("name", device.name())
        .put("title", device.title())
        .put("kind", device.kind())
        .put("digest", device.digest());
  }

  private static JsonObject details(DeviceParameters device) {
    return header(device)
        .put(
            "parameters",
            device.names().stream().map(key -> details(device.parameter(key))).toList())
        .put("sources", device.sources().stream().map(DevicesCommand::details).toList());
  }

  private static JsonObject details(Parameter parameter) {
    JsonObject json =
        new JsonObject()
            .put("name", parameter.name())
            .putWritten("value", parameter.value())
            .put("source", parameter.source().id())
            .put("confidence", parameter.confidence().toString());
    parameter
        .range()
        .ifPresent(
            range ->
                json.put(
                    "range",
                    new JsonObject()
                        .put("low", range.low())
                        .put("high", range.high())
                        .put("source", range.source())));
    return parameter.note().isEmpty() ? json : json.put("note", parameter.note());
  }

  private static JsonObject details(Citation citation) {
    return new JsonObject().put("id", citation.id()).put("text", citation.text());
  }
}
