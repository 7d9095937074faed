package trn2sim.kernels.api;

/**
 * The parts of a capture: the profiler begins before the kernel's first work and ends after its
 * last, with bookkeeping instructions alone.
 *
 * @param firstPs when the first work begins
 * @param lastPs when the last work is done
 * @param endPs when the capture ends
 */
public record Capture(long firstPs, long lastPs, long endPs) {
  /** The time from the beginning of the capture to the first work. */
  public long preamblePs() {
    return firstPs;
  }

  /** The time of the kernel. */
  public long kernelPs() {
    return lastPs - firstPs;
  }

  /** The time after the last work. */
  public long epiloguePs() {
    return endPs - lastPs;
  }
}
