package trn2sim.traces.analysis;

import java.util.List;
import trn2sim.core.unit.Text;

/**
 * The fragments of a ring that arrived after the one before them was used up, as the core saw it
 * that ended last. A fragment can be late and most of its flight hidden: only the end of it is not.
 *
 * @param fragments those from other ranks
 * @param late how many of them came late
 * @param latePs by how much, together
 */
public record LateFragments(int fragments, int late, long latePs) {
  /** Of a ring with fragments, for a sentence. */
  public String words() {
    if (fragments == 1) {
      return "the one fragment is " + (late == 0 ? "not late" : "late by " + Text.about(latePs));
    }
    return late == 0
        ? Text.format("none of %d fragments late", fragments)
        : Text.format(
            "%d of %d fragments late, by %s together", late, fragments, Text.about(latePs));
  }

  public static LateFragments of(List<RingStep> steps) {
    int late = 0;
    long latePs = 0;
    for (int i = 1; i < steps.size(); i++) {
      long by = Math.max(0, steps.get(i).arrivedPs() - steps.get(i - 1).endPs());
      late += by > 0 ? 1 : 0;
      latePs += by;
    }
    return new LateFragments(Math.max(0, steps.size() - 1), late, latePs);
  }
}
