package trn2sim.traces.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.kernels.Kernels;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.profile.Profiles;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/** A run that is written as a profile and read back is the same run. */
class ProfileReplayTest {
  private static final long NS = 1000;
  static final String MATMUL = "kernel: matmul\nshape: { M: 512, K: 512, N: 1024 }\n";
  static final String RING =
      "kernel: allgather_matmul_ring\nshape: { m: 128, K: 1024, n: 512 }\n"
          + "ranks: { tp: 4, lnc: 1 }\n";
  static final String FGCC =
      "kernel: allgather_compute_matmul\nshape: { m: 128, K: 1024, N: 2048 }\n"
          + "ranks: { tp: 4, lnc: 2 }\n";

  private static RunResult run(String text) {
    return new ScenarioRunner(EventListKind.SPLAY_TREE, 1)
        .runOnce(
            new ScenarioLoader(Kernels.ALL)
                .read(YamlCursor.readString("t.yaml", text), "t.yaml", "t", Optional.empty()));
  }

  @ParameterizedTest
  @ValueSource(strings = {MATMUL, RING, FGCC})
  void theTimelineIsTheSame(String scenario) {
    RunResult run = run(scenario);
    RunResult back = ProfileRun.of(Profiles.read(Profiles.text(run)), "trn2");
    List<Track> tracks = run.timeline().tracks();
    assertEquals(
        tracks.stream().map(Track::name).toList(),
        back.timeline().tracks().stream().map(Track::name).toList());
    for (int t = 0; t < tracks.size(); t++) {
      Track one = tracks.get(t);
      Track two = back.timeline().tracks().get(t);
      assertEquals(one.size(), two.size(), one.name());
      for (int bar = 0; bar < one.size(); bar++) {
        String place = one.name() + " bar " + bar;
        assertEquals(one.startPs(bar), two.startPs(bar), place);
        assertEquals(one.endPs(bar), two.endPs(bar), place);
        assertEquals(one.reason(bar), two.reason(bar), place);
        assertEquals(one.task(bar), two.task(bar), place);
      }
    }
    assertEquals(run.timeline().endPs(), back.timeline().endPs());
  }

  @ParameterizedTest
  @ValueSource(strings = {MATMUL, RING, FGCC})
  void theCriticalPathIsTheSame(String scenario) {
    RunResult run = run(scenario);
    RunResult back = ProfileRun.of(Profiles.read(Profiles.text(run)), "trn2");
    assertEquals(CriticalPath.of(run).segments(), CriticalPath.of(back).segments());
  }

  /** Without what only a simulator can say: times to a nanosecond, most waits with their reason. */
  @ParameterizedTest
  @ValueSource(strings = {MATMUL, RING, FGCC})
  void aProfilersKeysAloneComeClose(String scenario) {
    RunResult run = run(scenario);
    RunResult back = ProfileRun.of(Profiles.read(Profiles.plain(run)), "trn2");
    long waited = 0;
    long same = 0;
    for (Track one : run.timeline().tracks()) {
      if (one.kind() != Track.Kind.ENGINE) {
        continue;
      }
      Track two =
          back.timeline().tracks().stream()
              .filter(track -> track.name().equals(one.name()))
              .findFirst()
              .orElseThrow();
      assertEquals(one.size(), two.size());
      for (int bar = 0; bar < one.size(); bar++) {
        assertEquals(one.startPs(bar) / NS, two.startPs(bar) / NS);
        assertTrue(Math.abs(one.endPs(bar) - two.endPs(bar)) <= NS);
        if (one.reason(bar) != WaitReason.NONE) {
          waited += one.gapPs(bar);
          same += one.reason(bar) == two.reason(bar) ? one.gapPs(bar) : 0;
        }
      }
    }
    assertTrue(same > (scenario.equals(FGCC) ? 0.975 : 0.98) * waited, same + " of " + waited);
    double tensor = share(run) - share(back);
    assertTrue(Math.abs(tensor) < 0.02, "Tensor's share of the path differs by " + tensor);
  }

  private static double share(RunResult run) {
    long tensor =
        CriticalPath.of(run).shares().stream()
            .filter(share -> share.resource().equals("Tensor"))
            .mapToLong(CriticalPath.Share::ps)
            .sum();
    return (double) tensor / run.timeline().endPs();
  }
}
