package trn2sim.traces.calibrate;

import java.util.List;
import java.util.Locale;

/**
 * What profiles say of one parameter.
 *
 * @param value the device's
 * @param fitted the value that agrees with the profiles; the device's if they do not determine it
 * @param low and high, two standard errors either way
 * @param others parameters that may change together with it and leave all times as they are
 */
public record Finding(
    String name,
    String value,
    State state,
    String fitted,
    String low,
    String high,
    List<String> others) {
  /** Whether there is something to override. */
  public enum State {
    /** Determined, and not what the device says. */
    CHANGED,
    /** Determined, and what the device says. */
    SAME,
    /** Determined too vaguely to be of use. */
    VAGUE,
    /** Other parameters may change with it and nothing shows. */
    UNDETERMINED,
    /** The same, and at least one of them is not what the device says. */
    JOINTLY_OFF;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Finding {
    others = List.copyOf(others);
  }

  static Finding undetermined(String name, String value, boolean off, List<String> others) {
    State state = off ? State.JOINTLY_OFF : State.UNDETERMINED;
    return new Finding(name, value, state, value, value, value, others);
  }
}
