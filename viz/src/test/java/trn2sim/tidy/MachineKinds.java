package trn2sim.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trn2sim.core.program.Processor;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.DeviceSpec;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.MachineRun;

/**
 * Nobody asks of which kind a kernel or a machine is: what differs between kinds is a method of the
 * contract. Only the places that build a machine know which it is.
 */
final class MachineKinds {
  private static final Set<Class<?>> CONTRACTS =
      Set.of(Processor.class, Kernel.class, Execution.class, DeviceSpec.class, MachineRun.class);

  /** Where a device is read as what its kernel runs on, by one method for each kind. */
  static final String TYPED_DEVICE = "hw/spec/DeviceParameters.java";

  /** Kernels build their machines; these build the model of a NeuronCore to try parameters on. */
  private static final String[] BUILDERS = {
    "trn2sim.hw.spec..",
    "trn2sim.kernels..",
    "trn2sim.traces.replay..",
    "trn2sim.traces.calibrate.."
  };

  /** Device parameters are narrowed to those of one kind where a machine is built of them. */
  static final ArchRule TYPED_DEVICES =
      noClasses()
          .that()
          .resideOutsideOfPackages(BUILDERS)
          .and()
          .doNotHaveFullyQualifiedName("trn2sim.traces.range.Uncertain")
          .should()
          .callMethodWhere(
              DescribedPredicate.describe("a device is narrowed", MachineKinds::narrows))
          .because("analyses ask the run, whose NeuronRun has the typed device")
          .allowEmptyShould(true);

  private MachineKinds() {}

  private static boolean narrows(JavaMethodCall call) {
    AccessTarget target = call.getTarget();
    return target.getOwner().isEquivalentTo(DeviceParameters.class)
        && Set.of("neuron", "gpu", "ascend").contains(target.getName());
  }

  /** The simple names of all kinds there are. */
  static Set<String> names(JavaClasses classes) {
    Set<String> names = new TreeSet<>();
    for (JavaClass type : classes) {
      boolean contract = CONTRACTS.stream().anyMatch(type::isEquivalentTo);
      if (!contract && CONTRACTS.stream().anyMatch(type::isAssignableTo)) {
        names.add(type.getSimpleName());
      }
    }
    names.remove(""); // anonymous ones have no name to ask for
    return names;
  }

  /** Where a source asks for one of these kinds, as {@code name:line: what}. */
  static List<String> asked(Set<String> kinds, String name, String text) {
    String kind = "(?:\\w+\\.)*(?:" + String.join("|", kinds) + ")";
    Pattern asks =
        Pattern.compile(
            "instanceof\\s+(?:final\\s+)?%s\\b|\\(%s\\)\\s*[\\w(]|\\b%s\\.class\\b"
                .replace("%s", kind));
    List<String> found = new ArrayList<>();
    Matcher matcher = asks.matcher(text);
    while (matcher.find()) {
      long line = text.substring(0, matcher.start()).lines().count();
      found.add(name + ":" + Math.max(1, line) + ": " + matcher.group());
    }
    return found;
  }
}
