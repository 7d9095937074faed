package trn2sim.traces.profile;

import trn2sim.core.timeline.WaitReason;

/**
 * A predecessor as a row of a profile names it.
 *
 * @param id of the predecessor, as its own row has it
 * @param type such as {@code FLOW_DEPENDENCE}
 * @param reason what a wait for it is, if the row says so; {@link WaitReason#NONE} if not
 */
public record Dependence(long id, String type, WaitReason reason) {
  private static final String ANTI = "ANTI";

  /** Whether the dependent only wants the room that the predecessor reads from. */
  public boolean anti() {
    return type.startsWith(ANTI);
  }
}
