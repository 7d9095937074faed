package trn2sim.hw.spec;

import java.util.Optional;

/**
 * One value of a device with its source, as reports show it; models read typed records instead.
 *
 * @param name dotted name, such as {@code hbm.stack_bandwidth}
 * @param value the value with its unit, in its usual form
 * @param note free text, empty if there is none
 * @param range what else the value may be, where that is not known well
 * @param where the place of the value, {@code file:line}
 */
public record Parameter(
    String name,
    String value,
    Citation source,
    Confidence confidence,
    String note,
    Optional<Range> range,
    String where) {
  /** Both ends, with their unit, and where they come from. */
  public record Range(String low, String high, String source) {
    @Override
    public String toString() {
      return low + " to " + high;
    }
  }

  Parameter overriddenBy(String other, String place) {
    String text = "set to " + other + " in place of " + value + " (" + source.id() + ")";
    return changed(other, new Citation("override", text), Confidence.ASSUMED, place);
  }

  /** The same figure after something it follows from was overridden. */
  Parameter restated(String other, String factors) {
    String text = "from " + factors + ", in place of " + value + " (" + source.id() + ")";
    return changed(other, new Citation("override", text), Confidence.DERIVED, where);
  }

  private Parameter changed(String other, Citation cause, Confidence trust, String place) {
    return new Parameter(name, other, cause, trust, note, Optional.empty(), place);
  }
}
