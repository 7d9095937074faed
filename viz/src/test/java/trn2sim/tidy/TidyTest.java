package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every source, configuration and documentation file of the checkout follows the house style. */
class TidyTest {
  private static final Pattern TEXT =
      Pattern.compile(".*\\.(md|ya?ml|xml|txt|sh|js|css|html)|trn2sim|run");
  private static final Pattern MODULE = Pattern.compile("<module>(.+)</module>");
  private static final Set<String> SKIPPED = Set.of(".git", "target", "out");

  /**
   * Main, Column and Settings of the cluster, and types of the compiler and of recorded kernels
   * that only their own package sees.
   */
  private static final Set<String> SHARED_NAMES =
      new TreeSet<>(Set.of("Column", "Main", "Settings", "Storage", "View"));

  @Test
  void everyFileIsTidy() throws IOException {
    Path root = root();
    var violations = new ArrayList<String>();
    var seen = new TreeSet<String>();
    for (Path file : files(root)) {
      String name = root.relativize(file).toString().replace('\\', '/');
      if (name.endsWith(".java")) {
        seen.add(name.substring(0, name.indexOf('/')));
        violations.addAll(TidyRules.inJava(name, Files.readString(file)));
      } else if (TEXT.matcher(file.getFileName().toString()).matches()) {
        violations.addAll(TidyRules.inText(name, Files.readString(file)));
      }
    }
    assertEquals(modules(root), seen, "the walk finds sources of every module");
    assertEquals("", String.join("\n", violations));
  }

  /** A name that means two things sends readers to the wrong one. */
  @Test
  void typesHaveNamesOfTheirOwn() throws IOException {
    var places = new TreeMap<String, String>();
    var twice = new TreeSet<String>();
    for (Path file : files(root())) {
      String name = file.getFileName().toString();
      String folder = file.getParent().toString().replace('\\', '/');
      boolean type = name.endsWith(".java") && !name.equals("package-info.java");
      if (type && folder.contains("/src/main/java/") && places.put(name, folder) != null) {
        twice.add(name.replace(".java", ""));
      }
    }
    assertEquals(SHARED_NAMES, twice);
  }

  private static SortedSet<String> modules(Path root) throws IOException {
    return MODULE
        .matcher(Files.readString(root.resolve("pom.xml")))
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
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
