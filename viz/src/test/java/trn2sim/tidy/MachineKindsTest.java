package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No code asks for the kind of a kernel or a machine, and the rules notice code that does. */
class MachineKindsTest {
  private static final List<String> MODULES =
      List.of("sim-core", "hw-model", "kernels", "traces", "viz");

  private static JavaClasses modules;

  @BeforeAll
  static void importClasses() {
    modules =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("trn2sim");
  }

  @Test
  void knowsTheKinds() {
    Set<String> kinds = MachineKinds.names(modules);
    assertTrue(
        kinds.containsAll(
            List.of("NeuronCore", "GpuProcessor", "NkiKernel", "ScriptKernel", "NeuronRun")),
        kinds.toString());
  }

  @Test
  void nobodyAsksForTheKind() throws IOException {
    Set<String> kinds = MachineKinds.names(modules);
    List<String> asked = new ArrayList<>();
    int files = 0;
    for (String module : MODULES) {
      Path sources = Path.of("..").resolve(module).resolve("src/main/java/trn2sim");
      try (Stream<Path> walk = Files.walk(sources)) {
        for (Path file : walk.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
          String name = sources.relativize(file).toString().replace('\\', '/');
          files++;
          if (!name.equals(MachineKinds.TYPED_DEVICE)) {
            asked.addAll(MachineKinds.asked(kinds, name, Files.readString(file)));
          }
        }
      }
    }
    assertTrue(files > 500, files + " files");
    assertEquals("", String.join("\n", asked));
  }

  @Test
  void onlyBuildersNarrowDevices() {
    MachineKinds.TYPED_DEVICES.check(modules);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "if (p instanceof NeuronCore core) {",
        "if (p instanceof hw.machine.NeuronCore) {",
        "NeuronCore core = (NeuronCore) process.processor();",
        "((NeuronCore) process.processor()).pace();",
        "stream.filter(NeuronCore.class::isInstance)",
      })
  void noticesQuestions(String line) {
    assertEquals(1, MachineKinds.asked(Set.of("NeuronCore"), "a", line).size(), line);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NeuronCore core = machine.core(process);",
        "void place(NeuronCore core) {",
        "cores.map((NeuronCore core) -> core.pace());",
        "x instanceof NeuronCoreCost cost",
      })
  void leavesOthersAlone(String line) {
    assertEquals(List.of(), MachineKinds.asked(Set.of("NeuronCore"), "a", line), line);
  }

  @Test
  void noticesNarrowedDevices(@TempDir Path temp) throws IOException {
    String body = " { Object of(trn2sim.hw.spec.DeviceParameters d) { return d.neuron(); } }";
    Path classes =
        Samples.compile(
            temp, Map.of("trn2sim.viz.Stray", body, "trn2sim.kernels.sample.Builder", body));
    JavaClasses samples = new ClassFileImporter().importPath(classes);
    List<String> found =
        MachineKinds.TYPED_DEVICES.evaluate(samples).getFailureReport().getDetails();
    assertEquals(1, found.size(), found.toString());
    assertTrue(found.get(0).contains("trn2sim.viz.Stray"), found.toString());
  }
}
