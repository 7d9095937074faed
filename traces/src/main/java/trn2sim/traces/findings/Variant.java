package trn2sim.traces.findings;

import java.util.List;
import java.util.OptionalDouble;
import trn2sim.traces.run.Timing;

/**
 * A scenario with some settings changed, and its times.
 *
 * @param settings what is changed, as {@code --set} takes it; none for the scenario as it is
 */
public record Variant(List<String> settings, Timing timing) {
  private static final int MOST_NAMED = 3;

  public Variant {
    settings = List.copyOf(settings);
  }

  public long totalPs() {
    return timing.totalPs();
  }

  /** What is changed, on one line. */
  public String words() {
    return settings.isEmpty() ? "as it is" : String.join(", ", settings);
  }

  /** The same in a sentence, where a list of many would hide what is said. */
  String brief() {
    return settings.size() > MOST_NAMED
        ? settings.size() + " settings at once, as listed with the range,"
        : words();
  }

  /** The value of one parameter, {@code at 60 GB/s}. */
  String at(String parameter) {
    String prefix = "overrides." + parameter + "=";
    return settings.stream()
        .filter(setting -> setting.startsWith(prefix))
        .findFirst()
        .map(setting -> "at " + setting.substring(prefix.length()))
        .orElse("as it is");
  }

  /** How many times as fast as gathering first. */
  public OptionalDouble speedup() {
    return timing.sequentialPs().isPresent()
        ? OptionalDouble.of((double) timing.sequentialPs().getAsLong() / totalPs())
        : OptionalDouble.empty();
  }
}
