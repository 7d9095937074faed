package trn2sim.traces.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import trn2sim.core.check.SpacePeak;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.program.Process;
import trn2sim.hw.machine.NeuronCore;
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
    StringWriter out = new StringWriter();
    ChromeTraceWriter.write(result, out);
    events = YamlCursor.readString("trace", out.toString()).child("traceEvents").list();
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
    assertEquals(Set.of("Chip[0]"), named("process_name"));
    Set<String> threads = named("thread_name");
    assertTrue(
        threads.containsAll(List.of("Core[0].Tensor", "Core[1].Vector", "Core[0].Gpsimd")),
        threads::toString);
    assertTrue(threads.contains("Core[1].Dma.Gpsimd.Load"), threads::toString);
    for (YamlCursor event : phase("X")) {
      YamlCursor args = event.child("args");
      assertEquals(args.has("wait"), args.has("blamed"));
    }
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
  void countersShowMemoryAndPace() {
    Map<String, Long> peaks = new HashMap<>();
    for (YamlCursor event : phase("C")) {
      long value = event.child("args").child("value").integer(0, Long.MAX_VALUE);
      peaks.merge(event.child("name").string(), value, Math::max);
    }
    Map<String, Long> expected = new HashMap<>();
    for (Process core : result.processes()) {
      String name = core.name().replace("Chip[0].", "");
      expected.put(name + " SBUF B per partition", SpacePeak.of(core, 0));
      expected.put(name + " PSUM banks", SpacePeak.of(core, 1));
      boolean full = ((NeuronCore) core.processor()).paceChanges().containsValue(true);
      expected.put(name + " Tensor full pace", full ? 1L : 0L);
    }
    assertEquals(expected, peaks);
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
