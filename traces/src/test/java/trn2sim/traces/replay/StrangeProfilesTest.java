package trn2sim.traces.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.export.ChromeTraceWriter;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.export.TraceWindow;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.profile.Profiles;
import trn2sim.traces.run.RunResult;

/** Whatever the rows of a profile say, it becomes a run whose time is accounted for. */
class StrangeProfilesTest {
  private static RunResult run(String text) {
    return ProfileRun.of(Profiles.read(text.replace('\'', '"')), "trn2");
  }

  private static Track track(RunResult run, String name) {
    return run.timeline().tracks().stream()
        .filter(track -> track.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String row(String engine, String opcode, long at, long length, String more) {
    return String.format(
        Locale.ROOT,
        "{'timestamp': %d, 'duration': %d, 'subgroup': '%s', 'opcode': '%s'%s}",
        at,
        length,
        engine,
        opcode,
        more.isEmpty() ? "" : ", " + more);
  }

  private static String profile(String... rows) {
    return "{'instruction': [" + String.join(",\n", rows) + "]}";
  }

  @Test
  void linesAreOfTheFileThatTheProfileNames() {
    String source = "'nki_source_location': '/home/someone/kernels/add.py:36'";
    RunResult run =
        run(
            profile(
                row("Vector", "COPY", 0, 300, "'bir_instruction_name': 'I-7-0', " + source),
                row("Vector", "COPY", 300, 100, "'bir_instruction_name': 'I-8-0'"),
                row("Vector", "COPY", 400, 10, "'nki_source_location': ''")));
    assertEquals(
        List.of("add.py:36", "statement 8"),
        Findings.of(run).lines().stream().map(LineCost::words).toList());
    assertEquals("[]", notes(run, "nki_source_location"));
  }

  @Test
  void overlappingInstructionsAreCutShort() {
    RunResult run =
        run(
            profile(
                row("Tensor", "MATMUL", 0, 300, ""),
                row("Tensor", "MATMUL", 100, 300, ""),
                row("Tensor", "MATMUL", 400, 10, "")));
    Track tensor = track(run, "Chip[0].Core[0].Tensor");
    assertEquals(100_000, tensor.endPs(0));
    assertEquals(400_000, tensor.endPs(1));
    assertEquals(410_000, tensor.busyPs());
    assertEquals(
        "[Note[what=instructions that overlap the next on their engine, cut short, count=1]]",
        notes(run, "overlap"));
  }

  private static String notes(RunResult run, String part) {
    return run.outcome().machine().measured().orElseThrow().notes().stream()
        .filter(note -> note.what().contains(part))
        .toList()
        .toString();
  }

  @Test
  void twoCoresWaitForOneAnother() {
    RunResult run =
        run(
            profile(
                row("Tensor", "MATMUL", 0, 200, "'id': 1, 'subgraph': 'sg00'"),
                row(
                    "Vector",
                    "COPY",
                    260,
                    50,
                    "'id': 2, 'subgraph': 'sg01', 'evt_wait_time': 260,"
                        + " 'predecessors': [{'id': 1, 'type': 'FLOW_DEPENDENCE'}]")));
    Track vector = track(run, "Chip[0].Core[1].Vector");
    assertEquals(WaitReason.PEER, vector.reason(0));
    assertEquals(1, run.ranks());
  }

  @Test
  void anAntiDependenceIsAWaitForRoom() {
    RunResult run =
        run(
            profile(
                row("Vector", "COPY", 0, 200, "'id': 1"),
                row("Tensor", "MATMUL", 100, 50, "'id': 2"),
                row(
                    "Tensor",
                    "MATMUL",
                    210,
                    50,
                    "'id': 3, 'predecessors': [{'id': 1, 'type': 'ANTI_DEPENDENCE'}]")));
    Track tensor = track(run, "Chip[0].Core[0].Tensor");
    assertEquals(WaitReason.SPACE, tensor.reason(1));
    assertEquals("Vector", CriticalPath.of(run).shares().get(0).resource());
  }

  @Test
  void semaphoresTellWhatThePredecessorsDoNot() {
    RunResult run =
        run(
            profile(
                row("Vector", "COPY", 0, 200, "'operands': 'S[3] (Vector)++@complete'"),
                row(
                    "Tensor",
                    "MATMUL",
                    240,
                    50,
                    "'evt_wait_time': 200, 'operands': '$S[3]==1 128*128'")));
    Track tensor = track(run, "Chip[0].Core[0].Tensor");
    assertEquals(WaitReason.ENGINE, tensor.reason(0));
    assertEquals(0, tensor.blamed(0));
  }

  @Test
  void aWaitThatNothingExplainsIsPutDownToTheDmaThatEndedInIt() {
    String text =
        "{'instruction': ["
            + row("Scalar", "ACTIVATE", 0, 10, "")
            + ","
            + row("Scalar", "ACTIVATE", 900, 10, "'evt_wait_time': 880")
            + "], 'dma': [{'timestamp': 100, 'duration': 700, 'dma_queue': 4}]}";
    RunResult run = run(text);
    assertEquals(WaitReason.DMA, track(run, "Chip[0].Core[0].Scalar").reason(1));
    assertEquals("Dma.Q4", CriticalPath.of(run).shares().get(0).resource());
  }

  @Test
  void impossiblePredecessorsAreLeftOut() {
    RunResult run =
        run(
            profile(
                row("Tensor", "MATMUL", 0, 200, "'id': 1, 'predecessors': [{'id': 2}, 1, 77]"),
                row("Vector", "COPY", 100, 50, "'id': 2, 'predecessors': [{'id': 1}]")));
    assertEquals(WaitReason.PIPELINE, track(run, "Chip[0].Core[0].Vector").reason(0));
    assertTrue(notes(run, "no row").contains("count=1"), notes(run, ""));
    assertTrue(notes(run, "left out").contains("count=3"), notes(run, ""));
  }

  @Property(tries = 300)
  void anyRowsBecomeARun(
      @ForAll("instructions") List<String> rows, @ForAll("dmas") List<String> dmas)
      throws IOException {
    String text =
        "{'instruction': ["
            + String.join(",", rows)
            + "], 'dma': ["
            + String.join(",", dmas)
            + "], 'dma_queues_info': [{'q_idx': 1, 'q_name': 'qSyncDynamicHW'}]}";
    RunResult run = run(text);
    Findings findings = Findings.of(run);
    long path = findings.criticalPath().shares().stream().mapToLong(CriticalPath.Share::ps).sum();
    assertEquals(run.timeline().endPs(), path);
    ResultJson.of(findings);
    ChromeTraceWriter.write(
        run, TraceWindow.whole(run), OutputStream.nullOutputStream(), bars -> {});
  }

  @Provide
  Arbitrary<List<String>> instructions() {
    Arbitrary<String> engine =
        Arbitraries.of("Tensor", "Vector", "Scalar", "GpSimd", "Sync", "Other", "pe");
    Arbitrary<String> opcode =
        Arbitraries.of("MATMUL", "COPY", "DMA_DIRECT2D", "ALL_GATHER", "NOP", "STRANGE", "");
    Arbitrary<Integer> at = Arbitraries.integers().between(-50, 400);
    Arbitrary<Integer> length = Arbitraries.integers().between(-5, 120);
    Arbitrary<Integer> id = Arbitraries.integers().between(0, 14);
    Arbitrary<List<Integer>> before = id.list().ofMaxSize(4);
    Arbitrary<Integer> core = Arbitraries.integers().between(0, 2);
    return Combinators.combine(engine, opcode, at, length, id, before, core)
        .as(
            (e, o, t, l, n, b, c) ->
                row(
                    e,
                    o,
                    t,
                    l,
                    "'id': "
                        + n
                        + ", 'subgraph': 'sg0"
                        + c
                        + "', 'evt_wait_time': "
                        + (n % 3) * 40
                        + ", 'operands': '$S["
                        + n % 4
                        + "]==1 S["
                        + (n + 1) % 4
                        + "]++ 8*8', 'predecessors': "
                        + (n % 4 == 0 ? "[]" : b)))
        .list()
        .ofMinSize(1)
        .ofMaxSize(25);
  }

  @Provide
  Arbitrary<List<String>> dmas() {
    Arbitrary<Integer> at = Arbitraries.integers().between(-20, 400);
    Arbitrary<Integer> length = Arbitraries.integers().between(-5, 200);
    Arbitrary<Integer> queue = Arbitraries.integers().between(0, 2);
    Arbitrary<Optional<Integer>> owner = Arbitraries.integers().between(0, 14).optional();
    Arbitrary<Boolean> collective = Arbitraries.of(true, false);
    return Combinators.combine(at, length, queue, owner, collective)
        .as(
            (t, l, q, o, cc) ->
                "{'timestamp': "
                    + t
                    + ", 'duration': "
                    + l
                    + ", 'dma_queue': "
                    + q
                    + ", 'transfer_size': 64, 'is_cc_dma': "
                    + cc
                    + o.map(n -> ", 'sim_instruction': " + n).orElse("")
                    + "}")
        .list()
        .ofMaxSize(12);
  }
}
