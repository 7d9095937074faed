package trn2sim.traces.findings;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one unknown alone does to a run.
 *
 * @param what the unknown: a parameter's name, or a choice of the compiler's
 * @param values what it may be
 * @param variants the run as it is and with the unknown resolved otherwise
 */
public record Span(String what, String values, List<Variant> variants) {
  public Span {
    variants = List.copyOf(variants);
  }

  /** Whether the unknown is a parameter of the device. */
  boolean isParameter() {
    return what.indexOf('.') >= 0;
  }

  public Variant low() {
    return variants.stream().min(Comparator.comparingLong(Variant::totalPs)).orElseThrow();
  }

  public Variant high() {
    return variants.stream().max(Comparator.comparingLong(Variant::totalPs)).orElseThrow();
  }

  public long widthPs() {
    return high().totalPs() - low().totalPs();
  }

  /** How far it moves the speed-up over gathering first. */
  public double speedupWidth() {
    List<Double> ends = speedups();
    return ends.isEmpty() ? 0 : ends.get(1) - ends.get(0);
  }

  /** The speed-ups over gathering first, the least and the largest; empty without any. */
  public List<Double> speedups() {
    double[] sorted =
        variants.stream().flatMapToDouble(v -> v.speedup().stream()).sorted().toArray();
    return sorted.length == 0
        ? List.of()
        : Stream.of(sorted[0], sorted[sorted.length - 1]).toList();
  }
}
