package trn2sim.viz.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.report.Runs;

/** The columns hold every bar of the timeline, and what each waited for. */
class TimelineDataTest {
  @Test
  void everyBarComesBack() throws IOException {
    RunResult run = Runs.ring("ring");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TimelineData.write(Findings.of(run), out);
    Reader reader = new Reader(out.toByteArray());
    YamlCursor header = YamlCursor.readString("header", reader.text());
    assertEquals(run.timeline().endPs(), header.child("end").integer(0, Long.MAX_VALUE));
    int programs = header.child("programs").list().size();
    assertTrue(programs < run.processes().size(), "cores with one program share it: " + programs);
    List<Track> tracks = run.timeline().tracks();
    List<YamlCursor> headers = header.child("tracks").list();
    List<YamlCursor> waits = header.child("waits").list();
    assertEquals(tracks.size(), headers.size());
    long jumps = 0;
    for (int t = 0; t < tracks.size(); t++) {
      Track track = tracks.get(t);
      String name =
          headers.get(t).child("group").string() + "." + headers.get(t).child("row").string();
      assertEquals(track.name(), name);
      jumps += check(track, reader, waits);
    }
    assertTrue(jumps > 1000, "bars that waited name what they waited for: " + jumps);
  }

  private static long check(Track track, Reader reader, List<YamlCursor> waits) {
    for (int bar = 0; bar < track.size(); bar++) {
      assertEquals(track.gapPs(bar), reader.unsigned());
    }
    for (int bar = 0; bar < track.size(); bar++) {
      assertEquals(track.endPs(bar) - track.startPs(bar), reader.unsigned());
    }
    long task = 0;
    for (int bar = 0; bar < track.size(); bar++) {
      task += reader.signed();
      assertEquals(track.task(bar), task);
    }
    for (int bar = 0; bar < track.size(); bar++) {
      WaitReason reason = track.reason(bar);
      assertEquals(reason.label(), waits.get((int) reader.unsigned()).child("reason").string());
    }
    long jumps = 0;
    long target = 0;
    for (int bar = 0; bar < track.size(); bar++) {
      target += reader.signed();
      jumps += target > 0 ? 1 : 0;
      boolean waited =
          track.reason(bar) == WaitReason.ENGINE || track.reason(bar) == WaitReason.DMA;
      assertTrue(!waited || target > 0, track.name() + " bar " + bar);
    }
    return jumps;
  }
}
