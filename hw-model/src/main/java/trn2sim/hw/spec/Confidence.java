package trn2sim.hw.spec;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** How far a parameter's value can be trusted. */
public enum Confidence {
  /** The vendor states it. */
  DOCUMENTED,
  /** Somebody measured it on the device. */
  MEASURED,
  /** Worked out or fitted from documented or measured values, with the spread that leaves. */
  DERIVED,
  /** Measured or documented for a case that is not quite the one it is used for. */
  EXTRAPOLATED,
  /** A plausible value that nothing published confirms. */
  ASSUMED;

  /** Whether a value needs a low and a high end beside it. */
  public boolean uncertain() {
    return compareTo(DERIVED) >= 0;
  }

  static Set<String> words() {
    return Arrays.stream(values())
        .map(Confidence::toString)
        .collect(
            Collectors.collectingAndThen(
                Collectors.toCollection(LinkedHashSet::new), Collections::unmodifiableSet));
  }

  static Confidence of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** The word used in device files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
