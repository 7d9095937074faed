package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.unit.Quote;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.ParameterSpec;

/** Lists kernels, or the settings of one. */
@Command(
    name = "kernels",
    description = "List the kernels; with a name, its shape and options.",
    mixinStandardHelpOptions = true)
final class KernelsCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "NAME", description = "A kernel.")
  private Optional<String> name = Optional.empty();

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private static final String NKI =
      "\nor a file of yours in NKI: trn2sim new FILE.py writes a scenario for it (docs/nki.md)\n";

  private final Terminal terminal;

  KernelsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (name.isPresent()) {
      Kernel kernel = Kernels.ALL.find(name.get()).orElseThrow(() -> unknown(name.get()));
      terminal.print(json ? Json.pretty(details(kernel)) : text(kernel));
      return 0;
    }
    List<JsonObject> list = new ArrayList<>();
    TextTable table = new TextTable("kernel", "device kind", "what it does");
    for (Kernel kernel : Kernels.ALL.kernels()) {
      list.add(header(kernel));
      table.row(kernel.name(), kernel.deviceKind(), kernel.summary());
    }
    terminal.print(json ? Json.pretty(list) : table.render(terminal) + NKI);
    return 0;
  }

  private static SpecException unknown(String name) {
    List<String> names = Kernels.ALL.names();
    return SpecException.at(
            "kernel " + Quote.of(name), "no such kernel", "one of " + String.join(", ", names))
        .didYouMean(Nearest.to(name, names));
  }

  private String text(Kernel kernel) {
    TextTable table = new TextTable("key", "default", "accepted", "meaning");
    kernel.shape().forEach(spec -> add(table, "shape.", spec));
    kernel.options().forEach(spec -> add(table, "options.", spec));
    String devices = String.join(", ", DeviceParameters.builtIn(kernel.deviceKind()));
    return String.format(
        Locale.ROOT,
        "%s: %s\nruns on devices of kind %s: %s\ndtype: %s\n\n%s",
        kernel.name(),
        kernel.summary(),
        kernel.deviceKind(),
        devices,
        String.join(" | ", dtypes(kernel)),
        table.render(terminal));
  }

  private static List<String> dtypes(Kernel kernel) {
    return kernel.dtypes().stream().map(DType::label).toList();
  }

  private static void add(TextTable table, String section, ParameterSpec spec) {
    String fallback = spec.fallback().orElse(spec.required() ? "(required)" : "(optional)");
    table.row(section + spec.name(), fallback, accepted(spec), spec.help());
  }

  private static String accepted(ParameterSpec spec) {
    return switch (spec.kind()) {
      case INTEGER -> "whole number, " + spec.min() + " to " + spec.max();
      case WORD -> String.join(" | ", spec.words());
      case FLAG -> "true | false";
    };
  }

  private static JsonObject header(Kernel kernel) {
    return new JsonObject()
        .put("name", kernel.name())
        .put("summary", kernel.summary())
        .put("device_kind", kernel.deviceKind());
  }

  private static JsonObject details(Kernel kernel) {
    return header(kernel)
        .putTexts("devices", DeviceParameters.builtIn(kernel.deviceKind()))
        .putTexts("dtypes", dtypes(kernel))
        .put("shape", kernel.shape().stream().map(KernelsCommand::details).toList())
        .put("options", kernel.options().stream().map(KernelsCommand::details).toList());
  }

  private static JsonObject details(ParameterSpec spec) {
    JsonObject setting = new JsonObject().put("name", spec.name());
    spec.fallback().ifPresent(text -> setting.putWritten("default", text));
    return setting
        .put("required", spec.required())
        .put("accepted", accepted(spec))
        .put("help", spec.help());
  }
}
