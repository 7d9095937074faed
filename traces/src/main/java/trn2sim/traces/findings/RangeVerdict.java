package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import trn2sim.core.unit.Text;
import trn2sim.traces.search.Advice;

/**
 * Whether the advice to fuse holds all over a range.
 *
 * @param advice that of the run as it is
 * @param least the variant with the smallest speed-up
 * @param most the variant with the largest
 * @param others the variants with another advice, those of single unknowns first
 * @param parameters what the parameters do that move the speed-up most, the most first
 */
public record RangeVerdict(
    Advice advice, Variant least, Variant most, List<Variant> others, List<Span> parameters) {
  /** Of how many parameters it says what each does. */
  public static final int MOST_PARAMETERS = 2;

  private static final int MOST_NAMED = 3;

  static Optional<RangeVerdict> of(Range range) {
    if (range.asIs().speedup().isEmpty()) {
      return Optional.empty();
    }
    Advice advice = advice(range.asIs());
    List<Variant> sorted =
        range.all().sorted(Comparator.comparingDouble(RangeVerdict::speedup)).toList();
    List<Variant> others = range.all().filter(v -> advice(v) != advice).distinct().toList();
    List<Span> widest =
        range.spans().stream()
            .filter(span -> span.isParameter() && span.speedupWidth() > 0)
            .sorted(Comparator.comparingDouble(Span::speedupWidth).reversed())
            .limit(MOST_PARAMETERS)
            .toList();
    return Optional.of(
        new RangeVerdict(advice, sorted.get(0), sorted.get(sorted.size() - 1), others, widest));
  }

  public boolean holds() {
    return others.isEmpty();
  }

  /** In words, with its numbers. */
  public String sentence() {
    return (holds() ? agreement() : contradiction()) + effects();
  }

  private String effects() {
    if (parameters.isEmpty()) {
      return "";
    }
    String first = parameters.get(0).what() + " moves it most: " + values(parameters.get(0));
    String more =
        parameters.stream()
            .skip(1)
            .map(span -> "; then " + span.what() + ": " + values(span))
            .collect(Collectors.joining());
    return " Of the parameters, " + first + more + ".";
  }

  private String agreement() {
    return Text.format(
        "\"%s\" holds over the whole range: %.2fx to %.2fx.",
        advice.words(), speedup(least), speedup(this.most));
  }

  private String contradiction() {
    String named =
        others.stream()
            .limit(MOST_NAMED)
            .map(v -> advice(v).words().toLowerCase(Locale.ROOT) + " with " + place(v))
            .collect(Collectors.joining("; "));
    String more =
        others.size() > MOST_NAMED ? "; and " + (others.size() - MOST_NAMED) + " more" : "";
    return Text.format(
        "\"%s\" does not hold over the whole range, %.2fx to %.2fx: %s%s.",
        advice.words(), speedup(least), speedup(this.most), named, more);
  }

  private static String place(Variant variant) {
    return Text.format("%s %.2fx", variant.brief(), speedup(variant));
  }

  /** Each speed-up that values of it lead to, the smallest first, with one of those values. */
  private static String values(Span span) {
    Map<String, String> places = new LinkedHashMap<>();
    span.variants().stream()
        .sorted(
            Comparator.comparingDouble((Variant variant) -> Double.parseDouble(written(variant)))
                .thenComparing(variant -> !variant.settings().isEmpty()))
        .forEach(variant -> places.putIfAbsent(written(variant), variant.at(span.what())));
    return places.entrySet().stream()
        .map(place -> place.getKey() + "x " + place.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String written(Variant variant) {
    return Text.format("%.2f", speedup(variant));
  }

  private static Advice advice(Variant variant) {
    return Advice.of(speedup(variant));
  }

  private static double speedup(Variant variant) {
    return variant.speedup().orElseThrow();
  }
}
