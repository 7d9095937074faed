package trn2sim.traces.range;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import trn2sim.hw.cost.NeuronCoreCost;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.Parameter;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.scenario.Scenario;

/** Which uncertain parameters a run reads. */
final class Uncertain {
  /** What cost formulas alone read; others have a part in the simulation itself. */
  private static final List<String> COSTS =
      List.of(
          "vector_engine.",
          "scalar_engine.",
          "gpsimd_engine.",
          "dma.swdge.",
          "dma.hwdge.",
          "dma.static.",
          "dma.dge_",
          "dma.cast_");

  private static final List<String> COLLECTIVES = List.of("link.", "cc.");

  private final DeviceParameters device;
  private final int lnc;
  private final List<Instruction> instructions;
  private final boolean communicates;

  private Uncertain(Scenario scenario, List<Launch> launches) {
    device = scenario.device();
    lnc = scenario.ranks().lnc();
    Set<Instruction> distinct = new LinkedHashSet<>();
    for (Launch launch : launches) {
      for (Script script : launch.roles()) {
        script.steps().forEach(step -> distinct.add(step.instruction()));
      }
    }
    instructions = List.copyOf(distinct);
    communicates = launches.stream().anyMatch(launch -> launch.communicator().isPresent());
  }

  /** The least certain first. */
  static List<Parameter> of(RunResult run) {
    DeviceParameters device = run.scenario().device();
    Predicate<Parameter> read =
        run.neuron()
            .map(neuron -> new Uncertain(run.scenario(), launches(neuron)))
            .<Predicate<Parameter>>map(reads -> reads::isRead)
            .orElse(parameter -> true);
    return device.names().stream()
        .map(device::parameter)
        .filter(parameter -> parameter.range().isPresent())
        .filter(read)
        .sorted(Comparator.comparing(Parameter::confidence).reversed())
        .toList();
  }

  /** What the run and its baseline are told. */
  private static List<Launch> launches(NeuronRun run) {
    return Stream.concat(Stream.of(run.launch()), run.baseline().stream()).toList();
  }

  private boolean isRead(Parameter parameter) {
    String name = parameter.name();
    if (name.startsWith("launch.")) {
      return false; // apart from the kernel's span
    }
    if (COLLECTIVES.stream().anyMatch(name::startsWith)) {
      return communicates;
    }
    if (name.startsWith("tensor_engine.") && !multiplies()) {
      return false;
    }
    Parameter.Range range = parameter.range().orElseThrow();
    return COSTS.stream().noneMatch(name::startsWith)
        || changesCosts(name, range.low())
        || changesCosts(name, range.high());
  }

  private boolean multiplies() {
    return instructions.stream().anyMatch(instruction -> instruction.engine() == Engine.TENSOR);
  }

  private boolean changesCosts(String name, String value) {
    NeuronCoreCost here = new NeuronCoreCost(device.neuron(), lnc);
    DeviceParameters other = device.withOverrides(Map.of(name, value));
    NeuronCoreCost there = new NeuronCoreCost(other.neuron(), lnc);
    return instructions.stream().anyMatch(i -> !i.cost(here).equals(i.cost(there)));
  }
}
