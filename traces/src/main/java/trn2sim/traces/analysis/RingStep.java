package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.Script;
import trn2sim.kernels.api.Launch;
import trn2sim.traces.run.RunResult;

/**
 * One step of a ring, as the core saw it that ended last.
 *
 * @param sentPs when the fragment set out for this core; 0 for the own one
 * @param arrivedPs when it was there; 0 for the own one
 * @param startPs when its first matmul began
 * @param endPs when its last one was done
 * @param computeWaited whether the Tensor engine stood idle before it, as opposed to the fragment
 */
public record RingStep(
    int step, long sentPs, long arrivedPs, long startPs, long endPs, boolean computeWaited) {
  /** The steps of a ring; none on machines that pass nothing round. */
  public static List<RingStep> of(RunResult result) {
    return result.neuron().map(run -> of(result, run.launch())).orElse(List.of());
  }

  private static List<RingStep> of(RunResult result, Launch launch) {
    return lastToEnd(result).map(process -> rows(launch, process)).orElse(List.of());
  }

  /** The core whose last instruction is done last. */
  static Optional<Process> lastToEnd(RunResult result) {
    Process last = null;
    long end = -1;
    for (Process process : result.processes()) {
      long done = end(process);
      if (done > end) {
        end = done;
        last = process;
      }
    }
    return Optional.ofNullable(last);
  }

  private static long end(Process process) {
    long end = 0;
    for (int task = 0; task < process.program().size(); task++) {
      Cancellation.check();
      end = Math.max(end, process.donePs(task));
    }
    return end;
  }

  private static List<RingStep> rows(Launch launch, Process process) {
    List<Script.Step> steps = launch.cores().get(process.number()).script().steps();
    int count = steps.stream().mapToInt(Script.Step::ringStep).max().orElse(-1) + 1;
    long[] sent = new long[count];
    long[] arrived = new long[count];
    long[] start = new long[count];
    long[] end = new long[count];
    boolean[] multiplied = new boolean[count];
    for (int task = 0; task < steps.size(); task++) {
      Cancellation.check();
      int step = steps.get(task).ringStep();
      Instruction instruction = steps.get(task).instruction();
      if (step >= 0 && instruction instanceof CollectivePermute) {
        long begun = process.startPs(task);
        sent[step] = arrived[step] == 0 ? begun : Math.min(sent[step], begun);
        arrived[step] = Math.max(arrived[step], process.donePs(task));
      } else if (step >= 0
          && (instruction instanceof NcMatmul || instruction instanceof NcTranspose)) {
        start[step] =
            multiplied[step] ? Math.min(start[step], process.startPs(task)) : process.startPs(task);
        end[step] = Math.max(end[step], process.donePs(task));
        multiplied[step] = true;
      }
    }
    List<RingStep> rows = new ArrayList<>();
    for (int step = 0; step < count; step++) {
      if (multiplied[step]) {
        boolean waited = step == 0 || arrived[step] > end[step - 1];
        rows.add(new RingStep(step, sent[step], arrived[step], start[step], end[step], waited));
      }
    }
    return rows;
  }
}
