package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The compiled modules keep to {@link Layers}, and {@link Layers} catches what does not. */
class LayersTest {
  /** A type of each guarded library; one missing here fails {@link #catchesStrayDependency}. */
  private static final Map<String, String> LIBRARY_TYPES =
      Map.of(
          "umontreal.ssj", "umontreal.ssj.simevents.Simulator",
          "jdk.incubator.vector", "jdk.incubator.vector.FloatVector",
          "org.snakeyaml", "org.snakeyaml.engine.v2.api.Load",
          "com.fasterxml.jackson", "com.fasterxml.jackson.core.JsonFactory",
          "org.jfree", "org.jfree.chart.JFreeChart",
          "de.erichseifert", "de.erichseifert.vectorgraphics2d.VectorGraphics2D",
          "java.awt", "java.awt.Color",
          "picocli", "picocli.CommandLine");

  private static JavaClasses modules;
  private static JavaClasses samples;

  @BeforeAll
  static void importClasses(@TempDir Path temp) throws IOException {
    modules =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("trn2sim");
    var sources = new TreeMap<String, String>();
    for (var home : Layers.HOMES) {
      String use = " { " + LIBRARY_TYPES.get(home.library()) + " used; }";
      sources.put("trn2sim.stray." + sampleName(home), use);
      sources.put(home.owner() + "." + sampleName(home), use);
    }
    for (String owner : List.of("trn2sim.stray", "trn2sim.cli")) {
      sources.put(owner + ".UsesOut", " { void use() { System.out.flush(); } }");
      sources.put(owner + ".UsesErr", " { void use() { System.err.flush(); } }");
      sources.put(owner + ".UsesExit", " { void use() { System.exit(1); } }");
    }
    sources.put("trn2sim.core.a.Left", " { trn2sim.core.b.Right other; }");
    sources.put("trn2sim.core.b.Right", " { trn2sim.core.a.Left other; }");
    sources.put("trn2sim.core.c.User", " { trn2sim.core.b.Right other; }");
    sources.put("trn2sim.kernels.allgather.Ring", " {}");
    sources.put("trn2sim.kernels.micro.Borrower", " { trn2sim.kernels.allgather.Ring other; }");
    sources.put("trn2sim.kernels.other.Borrower", " { trn2sim.kernels.allgather.Ring other; }");
    samples = new ClassFileImporter().importPath(Samples.compile(temp, sources));
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

  static List<String> families() {
    return Layers.FAMILIES;
  }

  @ParameterizedTest
  @MethodSource("families")
  void kernelsOfOneKindStandAlone(String family) {
    assertTrue(
        modules.stream().anyMatch(one -> one.getPackageName().endsWith("kernels." + family)));
    Layers.apart(family).check(modules);
  }

  @Test
  void packagesHaveNoCycles() {
    Layers.NO_CYCLES.check(modules);
  }

  @ParameterizedTest
  @MethodSource("homes")
  void catchesStrayDependency(Layers.Home home) {
    assertViolation(true, home.rule(), "trn2sim.stray." + sampleName(home));
    assertViolation(false, home.rule(), home.owner() + "." + sampleName(home));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UsesOut", "UsesErr", "UsesExit"})
  void catchesStrayConsoleUse(String sample) {
    assertViolation(true, Layers.CONSOLE, "trn2sim.stray." + sample);
    assertViolation(false, Layers.CONSOLE, "trn2sim.cli." + sample);
  }

  @Test
  void catchesKernelsThatBorrow() {
    String ring = "trn2sim.kernels.allgather.Ring";
    assertViolation(true, Layers.apart("micro"), "trn2sim.kernels.micro.Borrower", ring);
    assertViolation(false, Layers.apart("micro"), "trn2sim.kernels.other.Borrower", ring);
  }

  @Test
  void catchesPackageCycle() {
    assertViolation(true, Layers.NO_CYCLES, "trn2sim.core.a.Left", "trn2sim.core.b.Right");
    assertViolation(false, Layers.NO_CYCLES, "trn2sim.core.c.User", "trn2sim.core.b.Right");
  }

  private static void assertViolation(boolean expected, ArchRule rule, String... types) {
    var names = List.of(types);
    var chosen = samples.that(Samples.named(names));
    assertEquals(names.size(), chosen.size(), "each sample is there");
    assertEquals(expected, rule.evaluate(chosen).hasViolation(), names + ": " + rule);
  }

  private static String sampleName(Layers.Home home) {
    return "Uses_" + home.library().replace('.', '_');
  }
}
