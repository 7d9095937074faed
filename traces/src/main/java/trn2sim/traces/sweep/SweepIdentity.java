package trn2sim.traces.sweep;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.scenario.ScenarioLoader;

/**
 * Which sweep a journal belongs to. Two sweeps with the same digest have the same points, and each
 * point the same scenario, unless its kernel is a file of its own.
 */
public record SweepIdentity(String name, String digest, int points) {
  private static final int DIGEST_BYTES = 12;

  /** Of a sweep, with the contents of the devices it names and the figures it lists. */
  public static SweepIdentity of(SweepFile sweep, ScenarioLoader loader) {
    List<String> figures = new SweepFigures(sweep).names();
    String text = sweep.content() + figures + sweep.deviceDigests(loader);
    return new SweepIdentity(sweep.name(), digest(text), sweep.size());
  }

  static SweepIdentity of(JsonObject json) {
    return new SweepIdentity(
        json.get("sweep", String.class).orElse(""),
        json.get("digest", String.class).orElse(""),
        json.get("points", Long.class).map(Long::intValue).orElse(0));
  }

  JsonObject json() {
    return new JsonObject().put("sweep", name).put("digest", digest).put("points", points);
  }

  /** The beginning of a text's SHA-256. */
  static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha.digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
