package trn2sim.traces.scenario;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import trn2sim.hw.spec.DeviceParameters;

/** Devices that were read, each once: a sweep asks for the same one at every point. */
final class Devices {
  private final Map<String, DeviceParameters> builtIn = new ConcurrentHashMap<>();
  private final Map<Path, DeviceParameters> files = new ConcurrentHashMap<>();

  DeviceParameters builtIn(String name) {
    return builtIn.computeIfAbsent(name, DeviceParameters::load);
  }

  /** The device of a file that was read. */
  Optional<DeviceParameters> known(Path file) {
    return Optional.ofNullable(files.get(file));
  }

  DeviceParameters file(Path file) {
    return files.computeIfAbsent(file, DeviceParameters::read);
  }
}
