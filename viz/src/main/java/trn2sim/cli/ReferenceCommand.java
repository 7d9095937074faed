package trn2sim.cli;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import trn2sim.core.json.Json;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.traces.export.ScenarioSchema;

/** Prints what scenario files may hold, from the definitions that the loader uses. */
@Command(
    name = "reference",
    description = {
      "Print reference pages of the documentation: kernels, the scenario schema, machines.",
      "They are the settings of all kernels as Markdown (docs/kernels.md),",
      "a JSON Schema of scenario files for editors (docs/scenario.schema.json),",
      "or the same problem on several machines (docs/comparison.md)."
    },
    mixinStandardHelpOptions = true)
final class ReferenceCommand implements Callable<Integer> {
  @Option(
      names = {"--schema", "--json"},
      description = "Print the JSON Schema.")
  private boolean schema;

  @Option(names = "--comparison", description = "Run the comparison of machines and print it.")
  private boolean comparison;

  private final Terminal terminal;

  ReferenceCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (comparison) {
      terminal.print(ComparisonPage.of());
    } else {
      terminal.print(schema ? Json.pretty(ScenarioSchema.of(Kernels.ALL)) : markdown());
    }
    return 0;
  }

  private static String markdown() {
    StringBuilder out = new StringBuilder("# Kernels\n\n");
    out.append("Printed by `./trn2sim reference` from the definitions that the scenario loader");
    out.append(" uses; the other keys of a scenario are in");
    out.append(" [scenario-reference.md](scenario-reference.md).\n");
    for (Kernel kernel : Kernels.ALL.kernels()) {
      out.append("\n## `").append(kernel.name()).append("`\n\n");
      out.append(kernel.summary()).append("; runs on devices of kind `");
      out.append(kernel.deviceKind()).append("`.\n\n");
      out.append("| key | default | accepted | meaning |\n|---|---|---|---|\n");
      String types =
          kernel.dtypes().stream().map(DType::label).collect(Collectors.joining("`, `", "`", "`"));
      out.append("| `dtype` | `bf16` | ").append(types).append(" | type of the tensors |\n");
      rows(out, "shape", kernel.shape());
      rows(out, "options", kernel.options());
    }
    return out.toString();
  }

  private static void rows(StringBuilder out, String section, List<ParameterSpec> specs) {
    for (ParameterSpec spec : specs) {
      String missing = spec.required() ? "required" : "none";
      out.append(
          String.format(
              Locale.ROOT,
              "| `%s.%s` | %s | %s | %s |\n",
              section,
              spec.name(),
              spec.fallback().map(text -> "`" + text + "`").orElse(missing),
              accepted(spec),
              spec.help().replace("|", "\\|")));
    }
  }

  private static String accepted(ParameterSpec spec) {
    return switch (spec.kind()) {
      case INTEGER -> spec.min() + " to " + spec.max();
      case WORD -> "`" + String.join("`, `", spec.words()) + "`";
      case FLAG -> "`true`, `false`";
    };
  }
}
