package trn2sim.traces.findings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.Runs;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.run.RunResult;

/** Shares of a run whose host goes on after the kernel. */
class SharesTest {
  private final RunResult run =
      Runs.run(
          "device: h200-pcie\nkernel: helion_all_gather_matmul\n"
              + "shape: { m: 256, K: 64, n: 1024 }\nranks: { tp: 1 }");
  private final Findings findings = Findings.of(run);

  @Test
  void addUpToTheKernelAndNotToTheHost() {
    assertTrue(run.timeline().endPs() > 1.2 * run.totalPs());
    double sum =
        CriticalPath.of(run).shares().stream().mapToDouble(s -> findings.share(s.ps())).sum();
    assertEquals(1, sum, 1e-9);
  }

  @Test
  void ofTheMemoryAreThoseOfItsRate() {
    double possible = findings.rates().memory().orElseThrow().mbu();
    Traffic hbm = run.traffic().hbm().get(0);
    assertEquals(possible, hbm.ofPeak(run.lastPs()).orElseThrow(), 1e-9);
    assertTrue(findings.share(hbm.busyPs()) > possible);
  }
}
