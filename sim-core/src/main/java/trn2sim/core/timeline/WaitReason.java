package trn2sim.core.timeline;

import java.util.Locale;

/** Why a lane stood still before a task; every gap on a timeline has one. */
public enum WaitReason {
  /** It did not stand still. */
  NONE,
  /** Another engine's result was not there yet. */
  ENGINE,
  /** A transfer had not arrived. */
  DMA,
  /** A fragment from another rank had not arrived. */
  LINK,
  /** Another core had not signalled. */
  PEER,
  /** The memory had no room for a tile. */
  SPACE,
  /** The engine's own pipeline was not ready, for example weights or a table still loading. */
  PIPELINE,
  /** Nothing was issued to the lane. */
  ISSUE,
  /** The lane has no work left. */
  DRAINED;

  private static final WaitReason[] ALL = values();

  /** The reason with this ordinal. */
  public static WaitReason of(int ordinal) {
    return ALL[ordinal];
  }

  /** What the lane waited for, in words. */
  public String awaited() {
    return switch (this) {
      case NONE, DRAINED -> "nothing";
      case ENGINE -> "a result of another engine";
      case DMA -> "a transfer";
      case LINK -> "a fragment from another rank";
      case PEER -> "a signal of another core";
      case SPACE -> "room in memory";
      case PIPELINE -> "its own pipeline";
      case ISSUE -> "an instruction to be issued";
    };
  }

  /** What it means that a lane spent time on this, as a legend says it. */
  public String meaning() {
    return switch (this) {
      case NONE -> "no wait";
      case DRAINED -> "no work left";
      case ENGINE -> "waits for a result of another engine";
      case DMA -> "waits for a DMA to finish";
      case LINK -> "waits for a fragment of another rank";
      case PEER -> "waits for a signal of another core";
      case SPACE -> "waits for room in SBUF or PSUM";
      case PIPELINE -> "waits for its own pipeline, such as a load of weights or of a table";
      case ISSUE -> "has no instruction yet";
    };
  }

  /** The spelling in results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
