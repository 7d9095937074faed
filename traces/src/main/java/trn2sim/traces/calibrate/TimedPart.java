package trn2sim.traces.calibrate;

/** What of an instruction is timed. */
enum TimedPart {
  /** From the start to the result, on the Vector, Scalar and GpSimd engines. */
  RESULT("result"),
  /** From the start to the result, on an array at full pace. */
  FULL_PACE("at full pace"),
  /** The same on an array that the throttle slows down. */
  SLOW_PACE("throttled"),
  /** How long a DMA instruction occupies its engine. */
  ISSUE("issue"),
  /** From the first packet of a DMA to its last byte, with no other DMA meanwhile. */
  PAYLOAD("payload");

  private final String label;

  TimedPart(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
