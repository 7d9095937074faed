package trn2sim.traces.scenario;

import java.util.Locale;
import trn2sim.hw.spec.LaunchSpec;

/** What is added for the launch, apart from the kernel's own span. */
public enum LaunchCost {
  /** Nothing. */
  NONE,
  /** The device time of an empty kernel. */
  DEVICE,
  /** What a profiler's capture has around the kernel. */
  PROFILED;

  /** The spelling in scenario files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What a launch takes; the device time where nothing is added. */
  public long ps(LaunchSpec launch) {
    return this == PROFILED ? launch.profiledPs() : launch.devicePs();
  }
}
