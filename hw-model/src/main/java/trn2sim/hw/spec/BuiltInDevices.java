package trn2sim.hw.spec;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.unit.Quote;

/** The device files on the class path, listed in {@code devices/index.txt}. */
final class BuiltInDevices {
  private static final String INDEX = "devices/index.txt";

  private BuiltInDevices() {}

  /** Sorted; every index on the class path counts, since a class path cannot be listed. */
  static List<String> names() {
    var names = new TreeSet<String>();
    try {
      for (URL index : Collections.list(loader().getResources(INDEX))) {
        try (InputStream stream = index.openStream()) {
          String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(names::add);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + INDEX, e);
    }
    return List.copyOf(names);
  }

  static DeviceSheet load(String nameOrPath) {
    List<String> names = names();
    if (names.contains(nameOrPath)) {
      return resource("devices/" + nameOrPath + ".yaml");
    }
    return file(nameOrPath)
        .map(path -> DeviceFile.read(nameOrPath, YamlCursor.read(path)))
        .orElseThrow(
            () ->
                SpecException.at(
                        "device " + Quote.of(nameOrPath),
                        "no such device",
                        "one of " + String.join(", ", names) + ", or a file")
                    .didYouMean(Nearest.to(nameOrPath, names)));
  }

  /** What looks like a path is one even if it does not exist, so that the error says so. */
  private static Optional<Path> file(String nameOrPath) {
    try {
      Path path = Path.of(nameOrPath);
      boolean looksLikePath = path.getNameCount() > 1 || nameOrPath.matches(".*\\.ya?ml");
      boolean exists = !nameOrPath.isEmpty() && Files.exists(path);
      return Optional.of(path).filter(p -> looksLikePath || exists);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static DeviceSheet resource(String name) {
    try (InputStream stream = loader().getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(INDEX + " lists " + name + ", which does not exist");
      }
      return DeviceFile.read(name, YamlCursor.read(name, stream));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  private static ClassLoader loader() {
    return BuiltInDevices.class.getClassLoader();
  }
}
