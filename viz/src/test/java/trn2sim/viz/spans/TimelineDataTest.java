package trn2sim.viz.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.browser.Chromium;
import trn2sim.viz.browser.Page;
import trn2sim.viz.report.Runs;

/** What the page makes of the columns is the timeline that was written. */
class TimelineDataTest {
  private static final String TRACKS = "trn2sim.model.tracks";

  @Test
  void everyBarComesBack() throws IOException, InterruptedException {
    Chromium browser = Chromium.shared();
    RunResult run = Runs.ring("ring");
    Page page = browser.open(Runs.report(run, "decoded.html"));
    page.await("window.trn2sim");
    List<Track> tracks = run.timeline().tracks();
    assertEquals(tracks.size(), page.number(TRACKS + ".length"));
    assertEquals(run.timeline().endPs(), page.number("trn2sim.model.end"));
    assertTrue(
        page.number("trn2sim.model.programs.length") < run.processes().size(),
        "cores with one program share it");
    for (int t = 0; t < tracks.size(); t++) {
      check(run, tracks.get(t), page, TRACKS + "[" + t + "]");
    }
    assertTrue(
        page.number(TRACKS + ".reduce((n, t) => n + t.awaited.filter((a) => a >= 0).length, 0)")
            > 1000,
        "bars that waited name what they waited for");
  }

  private static void check(RunResult run, Track track, Page page, String decoded) {
    assertEquals(track.name(), page.evaluate(decoded + ".group + '.' + " + decoded + ".row"));
    assertEquals(join(track, track::startPs), page.evaluate(decoded + ".starts.join()"));
    assertEquals(join(track, track::endPs), page.evaluate(decoded + ".ends.join()"));
    assertEquals(join(track, track::task), page.evaluate(decoded + ".tasks.join()"));
    String reasons =
        IntStream.range(0, track.size())
            .mapToObj(bar -> track.reason(bar).label())
            .collect(Collectors.joining(","));
    assertEquals(
        reasons,
        page.evaluate(
            "[..." + decoded + ".waits].map((w) => trn2sim.model.waits[w].reason).join()"));
    for (int bar = 0; bar < track.size(); bar++) {
      boolean waited =
          track.reason(bar) == WaitReason.ENGINE || track.reason(bar) == WaitReason.DMA;
      if (waited) {
        assertTrue(page.number(decoded + ".awaited[" + bar + "]") >= 0, track.name() + " " + bar);
        break;
      }
    }
    int last = track.size() - 1;
    assertEquals(
        TaskText.of(run, track.process(), track.task(last)),
        page.evaluate("trn2sim.model.text(" + decoded + ", " + last + ")"));
  }

  private static String join(Track track, IntToLongFunction column) {
    return IntStream.range(0, track.size())
        .mapToLong(column)
        .mapToObj(Long::toString)
        .collect(Collectors.joining(","));
  }

  @Test
  void thePathNamesItsBars() throws IOException, InterruptedException {
    Chromium browser = Chromium.shared();
    RunResult run = Runs.ring("ring");
    Page page = browser.open(Runs.report(run, "decoded.html"));
    page.await("window.trn2sim");
    List<CriticalPath.Segment> segments = CriticalPath.of(run).segments();
    String path = "trn2sim.model.runs[0].path";
    assertEquals(segments.size(), page.number(path + ".size"));
    assertEquals(
        segments.stream()
            .map(segment -> Long.toString(segment.endPs()))
            .collect(Collectors.joining(",")),
        page.evaluate(path + ".ends.join()"));
    String tasks =
        page.evaluate(
            "[..."
                + path
                + ".bars].map((p) => { if (p < 0) return -1; const {track, bar} ="
                + " trn2sim.model.locate(p); return track.tasks[bar]; }).join()");
    assertEquals(
        segments.stream()
            .map(segment -> Integer.toString(segment.task()))
            .collect(Collectors.joining(",")),
        tasks);
  }
}
