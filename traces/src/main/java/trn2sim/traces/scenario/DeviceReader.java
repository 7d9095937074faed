package trn2sim.traces.scenario;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.KernelCatalog;

/** Finds the device of a scenario and makes sure that the kernel runs on it. */
final class DeviceReader {
  private static final List<String> HEADER = List.of("name", "kind", "sources");

  private final KernelCatalog kernels;
  private final Devices devices;
  private final ScenarioFiles files;
  private final Optional<Path> directory;

  /**
   * @param directory where a device path is looked for first
   */
  DeviceReader(
      KernelCatalog kernels, Devices devices, ScenarioFiles files, Optional<Path> directory) {
    this.kernels = kernels;
    this.devices = devices;
    this.files = files;
    this.directory = directory;
  }

  DeviceParameters read(YamlCursor top, Kernel kernel) {
    Optional<YamlCursor> key = top.optional("device");
    DeviceParameters device =
        key.map(this::named).orElseGet(() -> devices.builtIn(ScenarioLoader.DEFAULT_DEVICE));
    if (!device.kind().equals(kernel.deviceKind())) {
      String expected = fitting(device, kernel);
      throw key.map(cursor -> cursor.fail(found(cursor.found(), device), expected))
          .orElseGet(
              () ->
                  SpecException.at(
                      top.child("kernel").where().replaceFirst(" kernel$", "") + " device",
                      found("nothing, which means " + device.name(), device),
                      expected));
    }
    return device;
  }

  private static String found(String what, DeviceParameters device) {
    return what + " of kind " + device.kind();
  }

  /** Devices for the kernel, and kernels for the device. */
  private String fitting(DeviceParameters device, Kernel kernel) {
    List<String> devices = DeviceParameters.builtIn(kernel.deviceKind());
    List<String> others = kernels.namesFor(device.kind());
    return String.join(" or ", devices)
        + ", for "
        + kernel.name()
        + " runs on devices of kind "
        + kernel.deviceKind()
        + "; "
        + (others.isEmpty() ? "no kernel runs" : String.join(", ", others) + " would run")
        + " on "
        + device.name();
  }

  /** A path is looked for beside the scenario first, then from the working directory. */
  DeviceParameters named(YamlCursor cursor) {
    String name = cursor.string();
    List<String> builtIn = DeviceParameters.builtIn();
    if (builtIn.contains(name)) {
      return devices.builtIn(name);
    }
    try {
      Path path = Path.of(name);
      Path beside = directory.map(d -> d.resolve(path)).orElse(path);
      Optional<Path> found = files.find(beside).or(() -> files.find(path));
      if (!name.isEmpty() && found.isPresent()) {
        return file(cursor, found.get());
      }
    } catch (InvalidPathException e) {
      throw cursor.fail(cursor.found(), "a device or a path");
    }
    throw cursor
        .fail(cursor.found(), "one of " + String.join(", ", builtIn) + ", or a device file")
        .didYouMean(Nearest.to(name, builtIn));
  }

  /** A file that is no device is not quoted: a scenario can name any file its user may read. */
  private DeviceParameters file(YamlCursor cursor, Path path) {
    Optional<DeviceParameters> known = devices.known(path);
    if (known.isPresent()) {
      return known.get();
    }
    YamlCursor top;
    try {
      top = YamlCursor.read(path);
    } catch (SpecException e) {
      throw cursor.fail(cursor.found(), "a device file; it cannot be read as YAML: " + e.place());
    }
    if (!HEADER.stream().allMatch(top::has)) {
      throw cursor.fail(cursor.found(), "a device file, which has " + String.join(", ", HEADER));
    }
    return devices.file(path);
  }
}
