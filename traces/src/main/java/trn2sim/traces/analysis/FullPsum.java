package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.traces.run.RunResult;

/**
 * When TensorE stood still although all that a later instruction of its needed was there but for a
 * place in PSUM. Tiles get their places in the order of their first use, and that order is frozen
 * before the run: to whoever looks at a wait alone, TensorE waits for something else, namely the
 * operand of the instruction that the order has next.
 */
public final class FullPsum {
  private FullPsum() {}

  /** How long, on the busiest row; nothing where the order is the source's, whatever has room. */
  public static long idlePs(RunResult run) {
    boolean chosen =
        run.neuron().isPresent()
            && run.scenario().compiler().order() == CompilerSettings.Order.LIST;
    return chosen
        ? GapCauses.busiest(run)
            .map(row -> idlePs(row, run.processes().get(row.process())))
            .orElse(0L)
        : 0;
  }

  /** Waits for room itself have that for their reason already. */
  private static long idlePs(Track tensor, Process process) {
    List<IntervalSet.Interval> gaps = new ArrayList<>();
    for (int bar = 0; bar < tensor.size(); bar++) {
      Cancellation.check();
      if (tensor.reason(bar) != WaitReason.SPACE) {
        long start = tensor.startPs(bar);
        gaps.add(new IntervalSet.Interval(start - tensor.gapPs(bar), start));
      }
    }
    return IntervalSet.of(gaps).intersection(withoutPlace(tensor, process)).length();
  }

  /** From the last operand of an instruction until its tile has a place, of all instructions. */
  private static IntervalSet withoutPlace(Track tensor, Process process) {
    Program program = process.program();
    List<IntervalSet.Interval> all = new ArrayList<>();
    for (int bar = 0; bar < tensor.size(); bar++) {
      Cancellation.check();
      int task = tensor.task(bar);
      long placed = 0;
      for (int tile : program.tiles(task)) {
        boolean psum = program.tile(tile).space() == SpaceLedger.PSUM;
        placed = psum ? Math.max(placed, process.reservedPs(tile)) : placed;
      }
      all.add(new IntervalSet.Interval(readyPs(process, task), placed));
    }
    return IntervalSet.of(all);
  }

  private static long readyPs(Process process, int task) {
    if (!process.program().waits(task).isEmpty()) {
      return Long.MAX_VALUE;
    }
    long ready = 0;
    for (int before : process.program().after(task)) {
      ready = Math.max(ready, process.donePs(before) + process.processor().signalPs(before));
    }
    return ready;
  }
}
