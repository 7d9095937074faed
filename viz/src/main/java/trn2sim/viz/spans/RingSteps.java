package trn2sim.viz.spans;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.traces.run.RunResult;

/** When the first core's array worked on each step of a ring. */
record RingSteps(int step, long startPs, long endPs) {
  static List<RingSteps> of(RunResult result) {
    Map<Integer, RingSteps> steps = new TreeMap<>();
    if (result.processes().isEmpty()) {
      return List.of();
    }
    Process process = result.processes().get(0);
    if (process.processor() instanceof NeuronCore core) {
      List<Script.Step> script = core.assembly().script().steps();
      for (int task = 0; task < script.size(); task++) {
        Script.Step step = script.get(task);
        if (step.ringStep() >= 0 && step.instruction().engine() == Engine.TENSOR) {
          RingSteps one =
              new RingSteps(step.ringStep(), process.startPs(task), process.freePs(task));
          steps.merge(one.step, one, RingSteps::and);
        }
      }
    }
    return new ArrayList<>(steps.values());
  }

  private RingSteps and(RingSteps other) {
    return new RingSteps(step, Math.min(startPs, other.startPs), Math.max(endPs, other.endPs));
  }
}
