package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the documents name is there: the files they link to, the types and packages they explain.
 */
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:\\s]+)(?:#[^)\\s]*)?\\)");
  private static final Pattern CODE = Pattern.compile("`([^`\\n]+)`");
  private static final Pattern TYPE =
      Pattern.compile("(?:[a-z]\\w*\\.)*([A-Z]\\w*[a-z]\\w*)(?:\\..+)?");
  private static final Pattern PACKAGE =
      Pattern.compile("(?:core|hw|kernels|traces|viz)(?:\\.[a-z]+)+");

  private static final Pattern PACKAGE_LINE =
      Pattern.compile("^package trn2sim\\.(\\S+);", Pattern.MULTILINE);

  /** What is built or not ours, and texts that become part of a document elsewhere. */
  private static final List<String> LEFT_OUT =
      List.of("/target/", "/.git/", "/src/main/resources/");

  /** Names of others, which no source of this checkout declares. */
  private static final Set<String> FOREIGN = Set.of("CancellationException");

  @Test
  void linksLeadToFiles() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : files(ROOT, path -> path.toString().endsWith(".md"))) {
      for (String link : matches(LINK, Files.readString(document))) {
        if (!Files.exists(document.resolveSibling(link))) {
          broken.add(ROOT.relativize(document) + ": " + link);
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  @Test
  void theArchitectureNamesTypesAndPackagesThatAreThere() throws IOException {
    Set<String> types = new TreeSet<>(FOREIGN);
    Set<String> packages = new TreeSet<>();
    for (Path source : files(ROOT, path -> path.toString().endsWith(".java"))) {
      types.add(source.getFileName().toString().replace(".java", ""));
      types.addAll(
          matches(
              Pattern.compile("(?:class|record|enum|interface) (\\w+)"), Files.readString(source)));
      packages.addAll(matches(PACKAGE_LINE, Files.readString(source)));
    }
    List<String> unknown = new ArrayList<>();
    int known = 0;
    for (String code : matches(CODE, Files.readString(ROOT.resolve("docs/architecture.md")))) {
      var type = TYPE.matcher(code);
      boolean named = type.matches() || PACKAGE.matcher(code).matches();
      boolean there = type.matches() ? types.contains(type.group(1)) : packages.contains(code);
      known += named ? 1 : 0;
      if (named && !there) {
        unknown.add(code);
      }
    }
    assertEquals(List.of(), unknown);
    assertTrue(known > 100, known + " names");
  }

  @Test
  void theArchitectureNamesEveryPackage() throws IOException {
    String architecture = Files.readString(ROOT.resolve("docs/architecture.md"));
    Set<String> missing = new TreeSet<>();
    for (Path source : files(ROOT, path -> path.toString().matches(".*/main/java/.*\\.java"))) {
      matches(PACKAGE_LINE, Files.readString(source)).stream()
          .filter(name -> !architecture.matches("(?s).*`(trn2sim\\.)?" + name + "`.*"))
          .forEach(missing::add);
    }
    assertEquals(Set.of(), missing);
  }

  private static List<String> matches(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  private static List<Path> files(Path root, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.filter(wanted)
          .filter(path -> LEFT_OUT.stream().noneMatch(part -> path.toString().contains(part)))
          .sorted()
          .toList();
    }
  }
}
