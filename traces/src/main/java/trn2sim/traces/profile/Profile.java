package trn2sim.traces.profile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import trn2sim.kernels.api.Capture;

/**
 * A measured profile.
 *
 * @param file where it was read from
 * @param throttle windows of the activity throttle, in the order of the file
 * @param metadata what the tables {@code metadata} and {@code summary} say, by key
 * @param notes what was not understood
 */
public record Profile(
    String file,
    Instructions instructions,
    Dmas dmas,
    List<ThrottleWindow> throttle,
    Capture capture,
    Map<String, String> metadata,
    Notes notes) {
  public Profile {
    throttle = List.copyOf(throttle);
    metadata = new TreeMap<>(metadata);
  }

  /** A whole number of the metadata. */
  public OptionalLong number(String key) {
    String text = metadata.getOrDefault(key, "");
    return text.matches("-?\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  /** The scenario's name, if this is no measurement but a simulated run that was written so. */
  public Optional<String> simulated() {
    return Optional.ofNullable(metadata.get(ProfileWriter.SCENARIO));
  }

  /** How many physical cores it shows, those without an instruction included. */
  public int cores() {
    int cores = 1;
    for (int row = 0; row < instructions.size(); row++) {
      cores = Math.max(cores, instructions.core(row) + 1);
    }
    for (int dma = 0; dma < dmas.size(); dma++) {
      cores = Math.max(cores, dmas.core(dma) + 1);
    }
    return cores;
  }
}
