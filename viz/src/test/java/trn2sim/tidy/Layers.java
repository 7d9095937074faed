package trn2sim.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;

/** Which package may use what, as rules on compiled classes. */
final class Layers {
  private Layers() {}

  /** One library and the only package, with its subpackages, that may depend on it. */
  record Home(String library, String owner) {
    ArchRule rule() {
      return noClasses()
          .that()
          .resideOutsideOfPackage(owner + "..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(library + "..")
          .because("only " + owner + " may know " + library)
          .allowEmptyShould(true);
    }
  }

  static final List<Home> HOMES =
      List.of(
          new Home("umontreal.ssj", "trn2sim.core.sim"),
          new Home("jdk.incubator.vector", "trn2sim.kernels.math.vector"),
          new Home("org.snakeyaml", "trn2sim.core.config"),
          new Home("com.fasterxml.jackson", "trn2sim.core.json"),
          new Home("org.jfree", "trn2sim.viz.chart"),
          new Home("de.erichseifert", "trn2sim.viz.chart"),
          new Home("java.awt", "trn2sim.viz.chart"),
          new Home("picocli", "trn2sim.cli"));

  static final ArchRule CONSOLE =
      noClasses()
          .that()
          .resideOutsideOfPackage("trn2sim.cli..")
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err")
          .orShould()
          .callMethod(System.class, "exit", int.class)
          .because("only the command line talks to the terminal and ends the process")
          .allowEmptyShould(true);

  /** Packages of kernels, which share what is in {@code kernels.api} and its like alone. */
  static final List<String> FAMILIES =
      List.of("allgather", "ascend", "helion", "matmul", "micro", "nki");

  static ArchRule apart(String family) {
    String[] others =
        FAMILIES.stream()
            .filter(other -> !other.equals(family))
            .map(other -> "trn2sim.kernels." + other + "..")
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage("trn2sim.kernels." + family + "..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .because("kernels of one kind know nothing of others")
        .allowEmptyShould(true);
  }

  static final ArchRule NO_CYCLES =
      slices().matching("trn2sim.(**)").should().beFreeOfCycles().allowEmptyShould(true);
}
