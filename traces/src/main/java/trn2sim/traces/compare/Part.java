package trn2sim.traces.compare;

import trn2sim.core.json.JsonObject;

/**
 * A part of the time of an engine in both runs, the mean over cores: the instructions of a kind, or
 * the gaps of a reason. The parts of one engine add up to the time of the run.
 *
 * @param gap whether nothing ran in it
 * @param countA how many instructions, or gaps, in the first run
 */
public record Part(
    String engine, String what, boolean gap, long countA, long countB, long aPs, long bPs) {
  /** How much longer it is in the second run. */
  public long differencePs() {
    return bPs - aPs;
  }

  JsonObject json() {
    return new JsonObject()
        .put("engine", engine)
        .put("what", what)
        .put("gap", gap)
        .put("count_a", countA)
        .put("count_b", countB)
        .putMicros("a_us", aPs)
        .putMicros("b_us", bPs)
        .putMicros("difference_us", differencePs());
  }
}
