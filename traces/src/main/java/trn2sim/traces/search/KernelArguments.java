package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;

/**
 * The arguments of an NKI kernel that can be varied without knowing the kernel.
 *
 * @param flags those that are true or false, each the other way round
 * @param numbers the keys of numbers, whose other values only the author knows
 */
public record KernelArguments(List<Change> flags, List<String> numbers) {
  private static final String ARGS = "kernel.args.";

  public KernelArguments {
    flags = List.copyOf(flags);
    numbers = List.copyOf(numbers);
  }

  /** Of a scenario file; none if its kernel is built in. */
  public static KernelArguments of(YamlCursor scenario) {
    List<Change> flags = new ArrayList<>();
    List<String> numbers = new ArrayList<>();
    Optional<YamlCursor> args =
        scenario
            .optional("kernel")
            .filter(YamlCursor::isMapping)
            .flatMap(kernel -> kernel.optional("args"))
            .filter(YamlCursor::isMapping);
    for (String name : args.map(YamlCursor::keys).orElse(List.of())) {
      args.get()
          .optional(name)
          .filter(YamlCursor::isPlain)
          .ifPresent(
              value -> {
                String text = value.string();
                if (text.equals("true") || text.equals("false")) {
                  String other = text.equals("true") ? "false" : "true";
                  flags.add(new Change(ARGS + name, text, other));
                } else if (text.matches("[0-9]+")) {
                  numbers.add(ARGS + name);
                }
              });
    }
    return new KernelArguments(flags, numbers);
  }
}
