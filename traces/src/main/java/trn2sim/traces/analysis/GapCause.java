package trn2sim.traces.analysis;

import java.util.List;

/**
 * A part of the time of the busiest Tensor engine.
 *
 * @param lost whether it is anything but arithmetic at the array's peak
 * @param waits the waits it is made of whose end another task decides, none for other causes
 */
public record GapCause(String name, long ps, boolean lost, List<Wait> waits) {
  /** How long it was waited for a task. */
  public record Wait(int process, int task, long ps) {}

  public GapCause {
    waits = List.copyOf(waits);
  }
}
