package trn2sim.hw.spec;

/**
 * One value of a device with its source, as reports show it; models read typed records instead.
 *
 * @param name dotted name, such as {@code hbm.stack_bandwidth}
 * @param value the value with its unit, in its usual form
 * @param note free text, empty if there is none
 * @param where the place of the value, {@code file:line}
 */
public record Parameter(
    String name, String value, Citation source, Confidence confidence, String note, String where) {

  Parameter overriddenBy(String other, String place) {
    String text = "set to " + other + " in place of " + value + " (" + source.id() + ")";
    return new Parameter(
        name, other, new Citation("override", text), Confidence.ASSUMED, note, place);
  }

  /** The same figure after something it follows from was overridden. */
  Parameter restated(String other, String factors) {
    String text = "from " + factors + ", in place of " + value + " (" + source.id() + ")";
    return new Parameter(
        name, other, new Citation("override", text), Confidence.DERIVED, note, where);
  }
}
