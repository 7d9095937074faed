package trn2sim.traces.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.profile.ProfileReader;
import trn2sim.traces.profile.Profiles;
import trn2sim.traces.run.RunResult;

/** A profile as the profiler writes it; {@code -Dprofile.megabytes=500} makes it a large one. */
class LargeProfileTest {
  private static final int MEGABYTES = Integer.getInteger("profile.megabytes", 2);

  @Test
  void isReadAndReplayed(@TempDir Path temp) throws IOException {
    Path file = temp.resolve("large.json");
    long rows = Profiles.synthetic(file, MEGABYTES * 1_000_000L);
    Profile profile = ProfileReader.read(file);
    assertEquals(rows, profile.instructions().size());
    assertEquals(13_400_000, profile.capture().preamblePs());
    RunResult run = ProfileRun.of(profile, "trn2");
    assertEquals(rows - 4, run.instructions());
    Track tensor =
        run.timeline().tracks().stream()
            .filter(track -> track.name().equals("Chip[0].Core[0].Tensor"))
            .findFirst()
            .orElseThrow();
    assertEquals(WaitReason.DMA, tensor.reason(0));
    assertEquals(WaitReason.DMA, tensor.reason(2));
    assertEquals(480_000, tensor.startPs(0));
  }
}
