package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import trn2sim.core.timeline.Track;
import trn2sim.traces.export.ChromeTraceWriter;
import trn2sim.traces.run.RunResult;

/** Traces of the runs whose reports the browser opens. */
class TraceRulesTest {
  @Test
  void smallMatmul() throws IOException {
    check(Runs.matmul("small-matmul", 512, 1024, 1024, "timing"));
  }

  @Test
  void ringOfFourRanks() throws IOException {
    check(Runs.ring("fgcc-tp4"));
  }

  @Test
  void ringOverFourChips() throws IOException {
    check(Runs.wideRing("fgcc-tp16"));
  }

  @Test
  void otherMachines() throws IOException {
    check(Runs.gpus("gpus"));
    check(Runs.dies("dies"));
  }

  @Test
  void halfAMillionSpans() throws IOException {
    check(Runs.matmul("many-spans", 2048, 819200, 2048, "timing"));
  }

  private static void check(RunResult run) throws IOException {
    TraceRules rules = new TraceRules();
    ChromeTraceWriter.write(run, rules);
    assertEquals(run.timeline().tracks().stream().mapToLong(Track::size).sum(), rules.finish());
  }
}
