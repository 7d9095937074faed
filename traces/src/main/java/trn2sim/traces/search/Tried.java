package trn2sim.traces.search;

import java.util.List;
import java.util.Optional;
import trn2sim.core.json.JsonObject;

/**
 * A scenario with some settings changed, as it ran.
 *
 * @param ps how long it takes
 * @param basePs how long it takes unchanged
 * @param rate its arithmetic rate over that of the unchanged one, for sizes that change the work; 0
 *     if it does none
 * @param why which loss changed most
 * @param originalFails why the original of the kernel would fail with them, if it would
 */
public record Tried(
    Variation variation,
    long ps,
    long basePs,
    double rate,
    String why,
    Optional<String> originalFails) {
  /** Smaller differences are no reason to change anything. */
  public static final double WORTH_WHILE = 0.01;

  /** Rounded to 0.1 %; smaller ones would be shown as none. */
  private static final double SHOWN = 0.0005;

  public List<Change> changes() {
    return variation.changes();
  }

  /** The share of the time that the changes save; negative if they cost time. */
  public double gain() {
    return 1 - (double) ps / Math.max(1, basePs);
  }

  /** Whether it takes another time, by 0.1 % at least as figures are rounded. */
  public boolean matters() {
    return differs(basePs, ps);
  }

  static boolean differs(long basePs, long ps) {
    return Math.abs(ps - basePs) >= SHOWN * Math.max(1, basePs);
  }

  public boolean gains() {
    return gain() > WORTH_WHILE;
  }

  /** The changes as {@code --set} takes them, or what they are. */
  public String settings() {
    return variation.toString();
  }

  /** Whether two have a key in common and cannot be combined. */
  boolean excludes(Tried other) {
    return changes().stream()
        .anyMatch(mine -> other.changes().stream().anyMatch(its -> its.key().equals(mine.key())));
  }

  public JsonObject json() {
    JsonObject json = new JsonObject();
    if (!variation.name().isEmpty()) {
      json.put("name", variation.name());
    }
    json.put("changes", changes().stream().map(Tried::json).toList());
    json.putMicros("total_us", ps).put("gain", gain()).put("why", why);
    originalFails.ifPresent(reason -> json.put("original_fails", reason));
    return json;
  }

  private static JsonObject json(Change change) {
    return new JsonObject()
        .put("key", change.key())
        .putWritten("from", change.from())
        .putWritten("to", change.to());
  }
}
