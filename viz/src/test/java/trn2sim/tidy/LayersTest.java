package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compiled modules keep to {@link Layers}, and {@link Layers} catches what does not. */
class LayersTest {
  /** A type of each guarded library; one missing here fails {@link #catchesStrayDependency}. */
  private static final Map<String, String> SAMPLES =
      Map.of(
          "umontreal.ssj", "umontreal.ssj.simevents.Simulator",
          "jdk.incubator.vector", "jdk.incubator.vector.FloatVector",
          "org.snakeyaml", "org.snakeyaml.engine.v2.api.Load",
          "org.jfree", "org.jfree.chart.JFreeChart",
          "java.awt", "java.awt.Color",
          "picocli", "picocli.CommandLine");

  private static JavaClasses modules;

  @TempDir Path temp;

  @BeforeAll
  static void importModules() {
    modules =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("trn2sim");
  }

  static List<Layers.Home> homes() {
    return Layers.HOMES;
  }

  @Test
  void seesTheModules() {
    assertTrue(modules.contain("trn2sim.cli.Main"));
  }

  @ParameterizedTest
  @MethodSource("homes")
  void librariesStayAtHome(Layers.Home home) {
    home.rule().check(modules);
  }

  @Test
  void onlyTheCommandLineUsesTheConsole() {
    Layers.CONSOLE.check(modules);
  }

  @Test
  void packagesHaveNoCycles() {
    Layers.NO_CYCLES.check(modules);
  }

  @ParameterizedTest
  @MethodSource("homes")
  void catchesStrayDependency(Layers.Home home) throws IOException {
    String use = "class User { " + SAMPLES.get(home.library()) + " used; }";
    assertTrue(violates(home.rule(), Map.of("trn2sim.elsewhere.User", use)));
    assertFalse(violates(home.rule(), Map.of(home.owner() + ".User", use)));
  }

  @Test
  void catchesStrayConsoleUse() throws IOException {
    for (String statement : List.of("System.out.flush()", "System.err.flush()", "System.exit(1)")) {
      String use = "class User { void use() { " + statement + "; } }";
      assertTrue(violates(Layers.CONSOLE, Map.of("trn2sim.core.User", use)), statement);
      assertFalse(violates(Layers.CONSOLE, Map.of("trn2sim.cli.User", use)), statement);
    }
  }

  @Test
  void catchesPackageCycle() throws IOException {
    String left = "public class Left { trn2sim.core.b.Right other; }";
    assertTrue(
        violates(
            Layers.NO_CYCLES,
            Map.of(
                "trn2sim.core.a.Left",
                left,
                "trn2sim.core.b.Right",
                "public class Right { trn2sim.core.a.Left other; }")));
    assertFalse(
        violates(
            Layers.NO_CYCLES,
            Map.of("trn2sim.core.a.Left", left, "trn2sim.core.b.Right", "public class Right {}")));
  }

  /** Compiles the samples, by type name, and evaluates the rule on nothing else. */
  private boolean violates(ArchRule rule, Map<String, String> samples) throws IOException {
    Path sources = Files.createTempDirectory(temp, "sources");
    Path classes = Files.createTempDirectory(temp, "classes");
    var files = new ArrayList<Path>();
    for (var sample : new TreeMap<>(samples).entrySet()) {
      String type = sample.getKey();
      Path file = sources.resolve(type.replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      String header = "package " + type.substring(0, type.lastIndexOf('.')) + ";\n";
      files.add(Files.writeString(file, header + sample.getValue()));
    }
    compile(files, classes);
    return rule.evaluate(new ClassFileImporter().importPath(classes)).hasViolation();
  }

  private static void compile(List<Path> files, Path classes) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var diagnostics = new DiagnosticCollector<JavaFileObject>();
    var options =
        Stream.of("-proc:none", "--add-modules", "jdk.incubator.vector", "-d", classes.toString());
    try (var manager = compiler.getStandardFileManager(diagnostics, null, null)) {
      var units = manager.getJavaFileObjectsFromPaths(files);
      var task = compiler.getTask(null, manager, diagnostics, options.toList(), null, units);
      assertEquals(true, task.call(), () -> diagnostics.getDiagnostics().toString());
    }
  }
}
