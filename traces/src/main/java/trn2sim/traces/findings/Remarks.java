package trn2sim.traces.findings;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.spec.Confidence;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Work;
import trn2sim.traces.run.RunResult;

/** What a run assumes about its kernel, and what in it is likely not meant: each once. */
final class Remarks {
  private static final String SAME_WORK =
      "W9 the cores of a rank write the same parts of the result: the kernel does not divide its"
          + " work by nl.program_id, and with ranks.lnc=1 one core does it all";

  private Remarks() {}

  static List<String> of(RunResult run) {
    return Stream.of(
            unmeasured(run.scenario().device()).stream(),
            run.remarks().stream(),
            run.scenario().kernel().remarks().stream(),
            unfinished(run.work()).stream(),
            run.neuron().map(NeuronRun::launch).stream().flatMap(Remarks::of))
        .flatMap(remarks -> remarks)
        .distinct()
        .toList();
  }

  /** A device most of whose figures are taken from another one, or guesses. */
  private static Optional<String> unmeasured(DeviceParameters device) {
    List<Confidence> known =
        device.names().stream().map(name -> device.parameter(name).confidence()).toList();
    int assumed = Collections.frequency(known, Confidence.ASSUMED);
    int measured = Collections.frequency(known, Confidence.MEASURED);
    String text = "W10 little of %s was measured: %d of its %d parameters, and %d are assumed";
    return assumed * 2 > known.size()
        ? Optional.of(Text.format(text, device.name(), measured, known.size(), assumed))
        : Optional.empty();
  }

  /** Kernels that multiply on other engines than TensorE cannot be told from those that do not. */
  private static Optional<String> unfinished(Work work) {
    double made = work.flopsPerRank();
    double needed = work.problem().map(Problem::flops).orElse(0.0);
    return made > 0 && made < needed
        ? Optional.of(
            Text.format(
                "W1 the kernel does %s of the multiplications that its check needs: it leaves part"
                    + " of the result out, and the time is that of the rest",
                Text.percent(made / needed)))
        : Optional.empty();
  }

  private static Stream<String> of(Launch launch) {
    Stream<String> assumed = launch.sources().stream().flatMap(lines -> lines.remarks().stream());
    return sameWork(launch) ? Stream.concat(assumed, Stream.of(SAME_WORK)) : assumed;
  }

  private static boolean sameWork(Launch launch) {
    List<Script> roles = launch.roles();
    if (launch.sources().isEmpty() || roles.size() < 2) {
      return false;
    }
    return !results(roles.get(0)).isEmpty()
        && isSame(roles, Remarks::results)
        && isSame(roles, Remarks::inputs);
  }

  private static boolean isSame(List<Script> roles, Function<Script, List<String>> parts) {
    List<String> first = parts.apply(roles.get(0));
    return roles.stream().skip(1).allMatch(role -> parts.apply(role).equals(first));
  }

  /** The parts of the outputs that a core writes by itself, without the other one. */
  private static List<String> results(Script script) {
    return parts(script, Buffer.Role.OUTPUT, Instruction::writes);
  }

  /** What a core reads: cores that divide the work may exchange it and write all of the result. */
  private static List<String> inputs(Script script) {
    return parts(script, Buffer.Role.INPUT, Instruction::reads);
  }

  /** A constant that each core has, such as the identity matrix of transposes. */
  private static boolean isOwn(Buffer buffer) {
    return !buffer.name().equals(buffer.tensor());
  }

  private static List<String> parts(
      Script script, Buffer.Role role, Function<Instruction, List<Access>> accesses) {
    return script.steps().stream()
        .peek(step -> Cancellation.check())
        .map(Script.Step::instruction)
        .filter(made -> !made.isCollective() && !(made instanceof CoreBarrier))
        .flatMap(instruction -> accesses.apply(instruction).stream())
        .filter(access -> access.buffer().role() == role && !isOwn(access.buffer()))
        .map(Access::toString)
        .sorted() // each in the order that its compiler gave it
        .toList();
  }
}
