package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every source, configuration and documentation file of the checkout follows the house style. */
class TidyTest {
  private static final Pattern TEXT =
      Pattern.compile(".*\\.(md|ya?ml|xml|txt|sh|js|css)|trn2sim|run");
  private static final Set<String> SKIPPED = Set.of(".git", "target", "out");

  @Test
  void everyFileIsTidy() throws IOException {
    Path root = root();
    var violations = new ArrayList<String>();
    int javaFiles = 0;
    for (Path file : files(root)) {
      String name = root.relativize(file).toString().replace('\\', '/');
      if (name.endsWith(".java")) {
        javaFiles++;
        violations.addAll(TidyRules.inJava(name, Files.readString(file)));
      } else if (TEXT.matcher(file.getFileName().toString()).matches()) {
        violations.addAll(TidyRules.inText(name, Files.readString(file)));
      }
    }
    assertTrue(javaFiles >= 4, "the walk must at least find this package");
    assertEquals("", String.join("\n", violations));
  }

  private static List<Path> files(Path directory) throws IOException {
    var found = new ArrayList<Path>();
    List<Path> entries;
    try (Stream<Path> listing = Files.list(directory)) {
      entries = listing.sorted().toList();
    }
    for (Path entry : entries) {
      if (Files.isSymbolicLink(entry) || SKIPPED.contains(entry.getFileName().toString())) {
        continue;
      }
      if (Files.isDirectory(entry)) {
        found.addAll(files(entry));
      } else {
        found.add(entry);
      }
    }
    return found;
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("sim-core"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
