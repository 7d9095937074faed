package trn2sim.hw.spec;

/**
 * One value of a device with its source.
 *
 * @param name dotted name, such as {@code hbm.bandwidth}
 * @param note free text, empty if there is none
 * @param where the place of the value, {@code file:line}
 */
public record Parameter(
    String name, Value value, Citation source, Confidence confidence, String note, String where) {
  /** What kind of quantity the value is. */
  public Value.Kind kind() {
    return value.kind();
  }

  /** Place and name, the name once, as an error begins. */
  String place() {
    return where.endsWith(" " + name) ? where : where + " " + name;
  }

  Parameter overriddenBy(Value other, String place) {
    String text = "set to " + other + " in place of " + value + " (" + source.id() + ")";
    return new Parameter(
        name, other, new Citation("override", text), Confidence.ASSUMED, note, place);
  }
}
