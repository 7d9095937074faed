package trn2sim.adding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** A change to the sources of the checkout, built beside them and run. */
final class Addition {
  private static final Path ROOT = Path.of("..");
  private static final String JAVA = "/src/main/java/";
  private static final String RESOURCES = "/src/main/resources/";

  private final SortedMap<String, String> texts = new TreeMap<>();
  private final SortedSet<String> created = new TreeSet<>();

  /** A file that is not there yet. */
  Addition create(String path, String text) {
    assertTrue(Files.notExists(ROOT.resolve(path)), path + " is there already");
    texts.put(path, text);
    created.add(path);
    return this;
  }

  /** Puts lines after a line of a file. */
  Addition after(String path, String line, String lines) {
    String text = texts.containsKey(path) ? texts.get(path) : read(path);
    assertEquals(2, text.split(Pattern.quote(line + "\n"), -1).length, path + ": " + line);
    texts.put(path, text.replace(line + "\n", line + "\n" + lines));
    return this;
  }

  /** Puts another text in the place of one that occurs once. */
  Addition replace(String path, String from, String to) {
    String text = texts.containsKey(path) ? texts.get(path) : read(path);
    assertEquals(2, text.split(Pattern.quote(from), -1).length, path + ": " + from);
    texts.put(path, text.replace(from, to));
    return this;
  }

  private static String read(String path) {
    try {
      return Files.readString(ROOT.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files that it changes. */
  SortedSet<String> changed() {
    SortedSet<String> changed = new TreeSet<>(texts.keySet());
    changed.removeAll(created);
    return changed;
  }

  /** The folders in which it makes files. */
  SortedSet<String> folders() {
    SortedSet<String> folders = new TreeSet<>();
    created.forEach(path -> folders.add(path.substring(0, path.lastIndexOf('/'))));
    return folders;
  }

  /** Compiles what changes and nothing else, and puts it before the classes that are there. */
  Program build(Path scratch) throws IOException {
    Path sources = Files.createDirectories(scratch.resolve("sources"));
    Path classes = Files.createDirectories(scratch.resolve("classes"));
    List<Path> units = new ArrayList<>();
    for (var entry : texts.entrySet()) {
      String path = entry.getKey();
      if (path.contains(JAVA)) {
        units.add(
            write(sources, path.substring(path.indexOf(JAVA) + JAVA.length()), entry.getValue()));
      } else if (path.contains(RESOURCES)) {
        write(
            classes,
            path.substring(path.indexOf(RESOURCES) + RESOURCES.length()),
            entry.getValue());
      }
    }
    compile(units, classes);
    return new Program(loader(classes));
  }

  private static Path write(Path folder, String path, String text) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private static void compile(List<Path> units, Path classes) throws IOException {
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options = List.of("-proc:none", "-d", classes.toString());
    try (var manager = compiler.getStandardFileManager(diagnostics, null, null)) {
      var files = manager.getJavaFileObjectsFromPaths(units);
      boolean done = compiler.getTask(null, manager, diagnostics, options, null, files).call();
      assertTrue(done, () -> diagnostics.getDiagnostics().toString());
    }
  }

  private static ClassLoader loader(Path classes) throws MalformedURLException {
    List<URL> urls = new ArrayList<>(List.of(classes.toUri().toURL()));
    String separator = System.getProperty("path.separator");
    for (String entry : System.getProperty("java.class.path").split(separator, -1)) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }
}
