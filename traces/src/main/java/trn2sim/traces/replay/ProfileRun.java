package trn2sim.traces.replay;

import java.nio.file.Path;
import java.util.Map;
import trn2sim.core.sim.EventListKind;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Settings;
import trn2sim.kernels.functional.DataKind;
import trn2sim.kernels.math.RoundingMode;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.LaunchCost;
import trn2sim.traces.scenario.Origin;
import trn2sim.traces.scenario.RunSettings;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.WhatIfSettings;

/** A profile as a run, so that whatever is worked out of runs is worked out of it. */
public final class ProfileRun {
  private ProfileRun() {}

  /** On a built-in device. */
  public static RunResult of(Profile profile, String deviceName) {
    return of(profile, deviceName, DeviceParameters.load(deviceName));
  }

  /** On the device that it is said to come from. */
  public static RunResult of(Profile profile, String deviceName, DeviceParameters device) {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 1)
        .runOnce(scenario(profile, deviceName, device));
  }

  /** A scenario that asks for nothing but what was measured. */
  private static Scenario scenario(Profile profile, String deviceName, DeviceParameters device) {
    CoreRanks ranks = CoreRanks.of(profile);
    Settings none = new Settings(Map.of());
    return new Scenario(
        name(profile.file()),
        deviceName,
        device,
        new ProfileKernel(profile, ranks),
        none,
        DType.BF16,
        ranks.ranks(),
        none,
        new RunSettings(
            RunSettings.Mode.TIMING, 0, DataKind.NORMAL, RoundingMode.NEAREST, LaunchCost.NONE),
        Map.of(),
        WhatIfSettings.NONE,
        CompilerSettings.SOURCE,
        new Origin(profile.file(), Map.of()));
  }

  /** The file's name without its ending. */
  public static String name(String file) {
    Path last = Path.of(file).getFileName();
    return (last == null ? file : last.toString()).replaceFirst("[.]json([.]gz)?$", "");
  }
}
