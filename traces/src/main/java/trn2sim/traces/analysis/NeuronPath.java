package trn2sim.traces.analysis;

import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.run.RunResult;

/** The critical path of NeuronCores, which knows what transfers and collectives are made of. */
final class NeuronPath {
  private static final String DMA = "Dma";
  private static final String DISPATCH = "Dma.Dispatch";
  private static final String NOTIFY = "Dma.Notify";
  private static final String LINK = "Link";
  private static final String LINK_LATENCY = "Link.Latency";
  private static final String SEMAPHORE = "Semaphore";

  private final List<ProcessHistory> histories;
  private final Step last;
  private final PathWalk walk;

  private NeuronPath(RunResult result, NeuronRun run) {
    histories = ProcessHistory.all(result, run.machine());
    last = last();
    walk = new PathWalk(last.atPs());
  }

  static CriticalPath of(RunResult result, NeuronRun run) {
    NeuronPath path = new NeuronPath(result, run);
    Step step = path.last;
    while (step.atPs() > 0) {
      step = path.before(step);
    }
    return path.walk.path();
  }

  private Step last() {
    Step latest = new Step(0, -1, 0, Step.Entry.DONE);
    for (int p = 0; p < histories.size(); p++) {
      Process process = histories.get(p).process();
      for (int task = 0; task < process.program().size(); task++) {
        if (process.donePs(task) > latest.atPs()) {
          latest = new Step(p, task, process.donePs(task), Step.Entry.DONE);
        }
        if (process.freePs(task) > latest.atPs()) {
          latest = new Step(p, task, process.freePs(task), Step.Entry.FREE);
        }
      }
    }
    return latest;
  }

  /** Charges the task of the step and finds what it waited for. */
  private Step before(Step step) {
    ProcessHistory history = histories.get(step.process());
    int task = step.task();
    walk.visit(step.process(), task);
    long start = history.process().startPs(task);
    if (step.entry() == Step.Entry.DONE && history.isCollective(task)) {
      return beforeCollective(step);
    }
    if (step.entry() == Step.Entry.FREE || !history.isTransfer(task)) {
      charge(history.row(task), step.atPs() - start);
      return cause(step, start);
    }
    NeuronCore.Payload payload = history.payload(task);
    charge(NOTIFY, step.atPs() - payload.endPs());
    charge(DMA, payload.endPs() - payload.startPs());
    int previous = history.queuedBefore(task);
    if (previous >= 0 && history.payload(previous).endPs() == payload.startPs()) {
      return new Step(step.process(), previous, payload.startPs(), Step.Entry.DONE);
    }
    charge(DISPATCH, payload.startPs() - start);
    return cause(step, start);
  }

  /** Nothing moves before the last partner is there, so the path goes on with that one. */
  private Step beforeCollective(Step step) {
    ProcessHistory own = histories.get(step.process());
    ProcessHistory.Span moved = own.moved(step.task());
    long begin = Math.min(moved.startPs(), step.atPs());
    long end = Math.min(Math.max(moved.endPs(), begin), step.atPs());
    Step partner =
        new Step(step.process(), step.task(), own.process().startPs(step.task()), Step.Entry.FREE);
    for (int p = 0; p < histories.size(); p++) {
      ProcessHistory other = histories.get(p);
      boolean takesPart = own.sharesGroup(other) && other.performs(step.task());
      long start = takesPart ? other.process().startPs(step.task()) : 0;
      if (start > partner.atPs() && start <= begin) {
        partner = new Step(p, step.task(), start, Step.Entry.FREE);
      }
    }
    charge(LINK_LATENCY, step.atPs() - end);
    charge(LINK, end - begin);
    charge(LINK_LATENCY, begin - partner.atPs());
    walk.visit(partner.process(), partner.task());
    return cause(partner, partner.atPs());
  }

  private Step cause(Step step, long start) {
    ProcessHistory history = histories.get(step.process());
    Step latest = new Step(step.process(), -1, 0, Step.Entry.DONE);
    for (Step candidate : history.causes(step.process(), step.task(), histories)) {
      boolean later = seenPs(candidate) > seenPs(latest);
      latest = later && seenPs(candidate) <= start ? candidate : latest;
    }
    charge(history.row(step.task()) + ".Pipeline", start - seenPs(latest));
    if (latest.task() >= 0) {
      charge(SEMAPHORE, seenPs(latest) - latest.atPs());
    }
    return latest;
  }

  /** When the effect of a step is seen by the task that waits for it. */
  private long seenPs(Step step) {
    if (step.task() < 0 || step.entry() == Step.Entry.FREE) {
      return step.atPs();
    }
    Process process = histories.get(step.process()).process();
    return step.atPs() + process.processor().signalPs(step.task());
  }

  private void charge(String resource, long ps) {
    walk.charge(resource, ps);
  }
}
