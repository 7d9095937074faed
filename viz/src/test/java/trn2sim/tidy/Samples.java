package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Classes compiled from text, for rules to be tried on. */
final class Samples {
  private Samples() {}

  static DescribedPredicate<JavaClass> named(Collection<String> names) {
    return DescribedPredicate.describe(
        "named " + names, (JavaClass type) -> names.contains(type.getName()));
  }

  /** Compiles public classes, given by full name and the text after it, into a new directory. */
  static Path compile(Path temp, Map<String, String> bodies) throws IOException {
    Path sources = Files.createDirectory(temp.resolve("sources"));
    Path classes = Files.createDirectory(temp.resolve("classes"));
    var files = new ArrayList<Path>();
    for (var entry : bodies.entrySet()) {
      String type = entry.getKey();
      int dot = type.lastIndexOf('.');
      Path file = sources.resolve(type.replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      String header =
          "package " + type.substring(0, dot) + ";\npublic class " + type.substring(dot + 1);
      files.add(Files.writeString(file, header + entry.getValue()));
    }
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var options =
        List.of("-proc:none", "--add-modules", "jdk.incubator.vector", "-d", classes.toString());
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var manager = compiler.getStandardFileManager(diagnostics, null, null)) {
      var units = manager.getJavaFileObjectsFromPaths(files);
      var task = compiler.getTask(null, manager, diagnostics, options, null, units);
      assertTrue(task.call(), () -> diagnostics.getDiagnostics().toString());
    }
    return classes;
  }
}
