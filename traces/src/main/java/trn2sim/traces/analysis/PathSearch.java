package trn2sim.traces.analysis;

import java.util.List;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Row;
import trn2sim.traces.run.RunResult;

/**
 * Walks back from the last task that is timed, from each to what it waited for last. What a task
 * handed on, to a queue, a link or parts of itself, comes before its own row.
 */
final class PathSearch {
  private static final String DISPATCH = "Dma.Dispatch";
  private static final String NOTIFY = "Dma.Notify";
  private static final String LINK = "Link";
  private static final String LINK_LATENCY = "Link.Latency";

  private final List<ProcessHistory> histories;
  private final Meetings meetings;
  private final Step last;
  private final PathWalk walk;

  private PathSearch(RunResult result) {
    histories = ProcessHistory.all(result);
    meetings = new Meetings(result);
    last = last(result.lastPs());
    walk = new PathWalk(last.atPs());
  }

  static CriticalPath of(RunResult result) {
    PathSearch search = new PathSearch(result);
    Step step = search.last;
    while (step.atPs() > 0) {
      Cancellation.check();
      step = search.before(step);
    }
    return search.walk.path();
  }

  /** What was last when the last rank was said to end; a host may go on after that. */
  private Step last(long endPs) {
    Step latest = new Step(0, -1, 0, Step.Entry.DONE);
    for (int p = 0; p < histories.size(); p++) {
      Process process = histories.get(p).process();
      for (int task = 0; task < process.program().size(); task++) {
        Cancellation.check();
        if (isLater(process.donePs(task), latest, endPs)) {
          latest = new Step(p, task, process.donePs(task), Step.Entry.DONE);
        }
        if (isLater(process.freePs(task), latest, endPs)) {
          latest = new Step(p, task, process.freePs(task), Step.Entry.FREE);
        }
      }
    }
    return latest;
  }

  private static boolean isLater(long atPs, Step latest, long endPs) {
    return atPs > latest.atPs() && atPs <= endPs;
  }

  /** Charges the task of the step and finds what it waited for. */
  private Step before(Step step) {
    ProcessHistory history = histories.get(step.process());
    int task = step.task();
    walk.visit(step.process(), task);
    long start = history.startPs(task);
    if (step.entry() == Step.Entry.DONE && history.isCollective(task)) {
      return beforeCollective(step);
    }
    if (step.entry() == Step.Entry.DONE && history.isTransfer(task)) {
      return beforeTransfer(step);
    }
    int part = step.entry() == Step.Entry.DONE ? history.lastPart(task) : ProcessHistory.NOBODY;
    if (part != ProcessHistory.NOBODY) {
      charge(history.row(task), step.atPs() - history.donePs(part));
      return new Step(step.process(), part, history.donePs(part), Step.Entry.DONE);
    }
    long sent = step.entry() == Step.Entry.DONE ? history.sentPs(task) : 0;
    charge(LINK, sent);
    charge(history.row(task), step.atPs() - start - sent);
    return cause(step, start);
  }

  private Step beforeTransfer(Step step) {
    ProcessHistory history = histories.get(step.process());
    int task = step.task();
    Row.Bar payload = history.payload(task);
    charge(NOTIFY, step.atPs() - payload.endPs());
    charge(CriticalPath.DMA, payload.endPs() - payload.startPs());
    int previous = history.queuedBefore(task);
    if (previous >= 0 && previous != task) {
      return new Step(step.process(), previous, payload.startPs(), Step.Entry.DONE);
    }
    charge(DISPATCH, payload.startPs() - history.startPs(task));
    return cause(step, history.startPs(task));
  }

  /** Nothing moves before the last partner is there, so the path goes on with that one. */
  private Step beforeCollective(Step step) {
    CollectiveWalk collective = new CollectiveWalk(step, meetings, histories);
    long at = step.atPs();
    for (IntervalSet.Interval copy : collective.copies()) {
      charge(LINK_LATENCY, at - copy.end());
      charge(LINK, copy.end() - copy.start());
      at = copy.start();
    }
    Step last = collective.last();
    charge(LINK_LATENCY, at - last.atPs());
    walk.visit(last.process(), last.task());
    return last.entry() == Step.Entry.DONE ? last : cause(last, last.atPs());
  }

  private Step cause(Step step, long start) {
    ProcessHistory history = histories.get(step.process());
    Step latest = new Step(step.process(), -1, 0, Step.Entry.DONE);
    for (Step candidate : history.causes(step.process(), step.task(), histories)) {
      boolean later = seenPs(candidate) > seenPs(latest);
      latest = later && seenPs(candidate) <= start ? candidate : latest;
    }
    if (start > seenPs(latest)) {
      charge(history.row(step.task()) + ".Pipeline", start - seenPs(latest));
    }
    if (latest.task() >= 0) {
      charge(
          histories.get(latest.process()).process().processor().signal(),
          seenPs(latest) - latest.atPs());
    }
    return latest.entry() == Step.Entry.START ? cause(latest, latest.atPs()) : latest;
  }

  /** When the effect of a step is seen by the task that waits for it. */
  private long seenPs(Step step) {
    return step.task() < 0 || step.entry() != Step.Entry.DONE
        ? step.atPs()
        : step.atPs() + histories.get(step.process()).signalPs(step.task());
  }

  private void charge(String resource, long ps) {
    walk.charge(resource, ps);
  }
}
