package trn2sim.hw.spec;

import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;

/**
 * One value of a device as it is written, with its source; what it means is for {@link Leaves}.
 *
 * @param bounds what else the value may be, where that is not known well
 * @param note free text, empty if there is none
 * @param overridden whether the value stands in place of the file's
 */
record Leaf(
    String name,
    YamlCursor value,
    Citation source,
    Confidence confidence,
    String note,
    Optional<Bounds> bounds,
    boolean overridden) {
  /** The ends of what a value may be, and who says so. */
  record Bounds(YamlCursor low, YamlCursor high, String source) {}

  /** What a user sets is taken as it is. */
  Leaf overriddenBy(YamlCursor other) {
    return new Leaf(name, other, source, confidence, note, Optional.empty(), true);
  }

  SpecException fail(String expected) {
    return fail(value.found(), expected);
  }

  /** An override is named by the key that the user wrote, a leaf of the file by its own. */
  SpecException fail(String found, String expected) {
    return overridden
        ? value.fail(found, expected)
        : SpecException.at(value.where() + " " + name, found, expected);
  }
}
