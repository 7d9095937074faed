package trn2sim.hw.spec;

/**
 * What the runtime adds around a kernel's span.
 *
 * @param devicePs device time of an empty kernel
 * @param beforePs from the start of a profiler's capture to the kernel's first work
 * @param afterPs from its last work to the end of the capture
 */
public record LaunchSpec(long devicePs, long beforePs, long afterPs) {
  LaunchSpec(Leaves launch) {
    this(launch.ps("fixed_time"), launch.ps("profiled_before"), launch.ps("profiled_after"));
  }

  /** Around a kernel that is profiled. */
  public long profiledPs() {
    return beforePs + afterPs;
  }
}
