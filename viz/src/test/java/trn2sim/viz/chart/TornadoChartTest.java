package trn2sim.viz.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;
import org.junit.jupiter.api.Test;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Range;
import trn2sim.traces.findings.SideRuns;
import trn2sim.traces.findings.Span;
import trn2sim.traces.findings.Variant;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.Timing;
import trn2sim.viz.report.Runs;

/** The chart of a range has a row for each unknown, from the run as it is to both ends. */
class TornadoChartTest {
  private static final long ROUND_PS = 100_000_000;

  private static Variant variant(long us, String... settings) {
    return new Variant(List.of(settings), new Timing(us * 1_000_000, OptionalLong.empty()));
  }

  private static Findings findings(Span... spans) {
    RunResult run = Runs.matmul("small", 256, 512, 512, "timing");
    Range.Effort effort = new Range.Effort(3, 25, 2, List.of());
    Range range =
        new Range(
            variant(ROUND_PS / 1_000_000),
            List.of(spans),
            Optional.empty(),
            Optional.of(variant(130, "overrides.a.x=2 ns")),
            Optional.empty(),
            effort);
    return Findings.of(run, SideRuns.NONE, Optional.of(range));
  }

  @Test
  void barsGoFromTheRunAsItIsToBothEnds() {
    Variant asIs = variant(100);
    Findings findings =
        findings(
            new Span("a.x", "1 ns to 2 ns", List.of(asIs, variant(90, "x"), variant(120, "y"))),
            new Span("a.z", "1 to 3", List.of(asIs, asIs)));
    TornadoChart chart = new TornadoChart();
    assertTrue(chart.applies(findings));
    assertTrue(chart.title(findings).endsWith("; widest: a.x"), chart.title(findings));
    XYPlot plot = chart.draw(findings).getXYPlot();
    assertEquals(
        List.of("a.x, 1 ns to 2 ns", "all parameters together"),
        List.of(((SymbolAxis) plot.getDomainAxis()).getSymbols()));
    var bars = (org.jfree.data.xy.IntervalXYDataset) plot.getDataset();
    assertEquals(List.of(90.0, 100.0), List.of(bars.getStartYValue(0, 0), bars.getEndYValue(0, 0)));
    assertEquals(
        List.of(100.0, 120.0), List.of(bars.getStartYValue(1, 0), bars.getEndYValue(1, 0)));
    assertEquals(130.0, bars.getEndYValue(1, 1));
    assertEquals("time, us", plot.getRangeAxis().getLabel());
  }

  @Test
  void nothingUncertainIsNoPicture() {
    Variant asIs = variant(100);
    assertFalse(
        new TornadoChart().applies(findings(new Span("a.z", "1 to 3", List.of(asIs, asIs)))));
  }
}
