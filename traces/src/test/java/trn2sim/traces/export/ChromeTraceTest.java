package trn2sim.traces.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.timeline.Track;
import trn2sim.traces.Runs;
import trn2sim.traces.run.RunResult;

/** The rules of the trace format that viewers rely on; JSON is YAML, so its reader serves here. */
class ChromeTraceTest {
  private static RunResult result;
  private static List<YamlCursor> events;

  @BeforeAll
  static void write() throws IOException {
    result =
        Runs.run(
            "kernel: matmul\nshape: { M: 512, K: 256, N: 512 }\nranks: { lnc: 2 }\n"
                + "options: { schedule: tiled, buffers: 2 }\n");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ChromeTraceWriter.write(result, out);
    events =
        YamlCursor.readString("trace", out.toString(StandardCharsets.UTF_8))
            .child("traceEvents")
            .list();
  }

  @Test
  void slicesOfAThreadFollowOneAnother() {
    Map<String, Double> ends = new HashMap<>();
    for (YamlCursor event : phase("X")) {
      String thread = event.child("pid").string() + "/" + event.child("tid").string();
      double start = number(event, "ts");
      assertTrue(start >= ends.getOrDefault(thread, 0.0) - 1e-9, thread + " at " + start);
      ends.put(thread, start + number(event, "dur"));
    }
    assertEquals(result.timeline().tracks().size(), ends.size());
  }

  @Test
  void timesAreExactPicoseconds() {
    for (YamlCursor event : phase("X")) {
      String ps = event.child("args").child("start_ps").string();
      String ts = event.child("ts").string();
      assertTrue(ts.matches("[0-9]+\\.[0-9]{6}"), ts);
      assertEquals(Long.parseLong(ps), Long.parseLong(ts.replace(".", "")));
    }
  }

  @Test
  void everyTrackHasANameAndEveryWaitACause() {
    assertEquals(Set.of("HBM and links", "rank 0"), named("process_name"));
    Set<String> threads = named("thread_name");
    assertTrue(
        threads.containsAll(
            List.of(
                "Chip[0].Core[0] TensorE (PE)",
                "Chip[0].Core[1] VectorE (DVE)",
                "Chip[0].Core[0] GpSimd (POOL)",
                "Chip[0].Core[1] DMA GpSimd Load")),
        threads::toString);
  }

  @Test
  void waitsAreSlicesThatFillTheGaps() {
    long waited = 0;
    for (YamlCursor event : phase("X")) {
      boolean wait = event.child("cat").string().equals("wait");
      assertEquals(wait, event.child("args").has("blamed"));
      waited += wait ? event.child("args").child("dur_ps").integer(1, Long.MAX_VALUE) : 0;
    }
    long gaps = 0;
    for (Track track : result.timeline().tracks()) {
      for (int bar = 0; bar < track.size(); bar++) {
        gaps += track.gapPs(bar);
      }
    }
    assertEquals(gaps, waited);
  }

  @Test
  void arrowsComeInPairsAndNeverGoBack() {
    Map<String, Double> starts = new HashMap<>();
    phase("s").forEach(event -> starts.put(event.child("id").string(), number(event, "ts")));
    assertTrue(starts.size() > 4, "a run with waits has arrows");
    assertEquals(starts.size(), phase("f").size());
    for (YamlCursor event : phase("f")) {
      assertTrue(number(event, "ts") >= starts.get(event.child("id").string()));
    }
  }

  @Test
  void countersShowMemoryPaceAndBandwidth() {
    Set<String> names =
        phase("C").stream()
            .map(event -> event.child("name").string())
            .collect(Collectors.toCollection(TreeSet::new));
    for (String name :
        List.of(
            "Chip[0].Core[0] PSUM usage psum, banks",
            "Chip[0].Core[1] TensorE pace, %",
            "Chip[0] Hbm[0] bandwidth, %")) {
      assertTrue(names.contains(name), names::toString);
    }
    assertTrue(
        names.stream().anyMatch(name -> name.startsWith("Chip[0].Core[0] SBUF usage ")),
        names::toString);
  }

  @Test
  void aWindowKeepsWholeRanksAndFits() throws IOException {
    RunResult ring =
        Runs.run(
            "kernel: allgather_compute_matmul\nshape: { m: 256, K: 512, N: 2048 }\n"
                + "ranks: { tp: 4, lnc: 2 }\n");
    TraceWindow whole = TraceWindow.whole(ring);
    long all = size(ring, whole);
    assertTrue(all < whole.bars() * TraceWindow.BYTES_PER_BAR, all + " for " + whole.bars());
    TraceWindow half = TraceWindow.within(ring, whole.bars() * TraceWindow.BYTES_PER_BAR / 2);
    assertEquals(2, half.ranks().size());
    assertTrue(half.describe(ring).endsWith(" of 4"), half.describe(ring));
    assertTrue(size(ring, half) < 0.6 * all, "half of it");
    TraceWindow little = TraceWindow.within(ring, whole.bars() * TraceWindow.BYTES_PER_BAR / 16);
    assertEquals(1, little.ranks().size());
    assertTrue(little.endPs() < whole.endPs() && little.bars() > 0, little.toString());
    assertTrue(little.bars() <= whole.bars() / 16, little.toString());
  }

  private static long size(RunResult run, TraceWindow window) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ChromeTraceWriter.write(run, window, out, bars -> {});
    return out.size();
  }

  private static Set<String> named(String what) {
    return phase("M").stream()
        .filter(event -> event.child("name").string().equals(what))
        .map(event -> event.child("args").child("name").string())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<YamlCursor> phase(String phase) {
    return events.stream().filter(event -> event.child("ph").string().equals(phase)).toList();
  }

  private static double number(YamlCursor event, String key) {
    return event.child(key).decimal().doubleValue();
  }
}
