package trn2sim.viz.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.annotations.XYTextAnnotation;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.ui.Layer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYDataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.compare.RunComparison;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;
import trn2sim.viz.report.Runs;

/** Charts say their finding in the title, name units, and hold the data they should. */
class ChartsTest {
  @TempDir private Path directory;

  private final RunResult run = Runs.matmul("small", 512, 512, 512, "timing");

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void runHasItsCharts() throws IOException {
    Charts.ofRun(Findings.of(run), new ChartFiles(directory, true));
    assertEquals(
        List.of(
            "roofline.png",
            "roofline.svg",
            "sbuf.png",
            "sbuf.svg",
            "timeline.png",
            "timeline.svg",
            "utilization.png",
            "utilization.svg"),
        files());
    assertTrue(Files.readString(directory.resolve("sbuf.svg")).contains("KiB"));
  }

  @Test
  void sameRunGivesTheSameBytesInEveryLocale() throws IOException {
    Path first = Files.createDirectory(directory.resolve("first"));
    Path second = Files.createDirectory(directory.resolve("second"));
    Findings again = Findings.of(Runs.matmul("small", 512, 512, 512, "timing"));
    Locale before = Locale.getDefault();
    Charts.ofRun(Findings.of(run), new ChartFiles(first, true));
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      Charts.ofRun(again, new ChartFiles(second, true));
    } finally {
      Locale.setDefault(before);
    }
    try (Stream<Path> files = Files.list(first)) {
      for (Path file : files.toList()) {
        assertEquals(-1, Files.mismatch(file, second.resolve(file.getFileName())), file::toString);
      }
    }
  }

  @Test
  void machinesWithoutSbufHaveNoChartOfIt() throws IOException {
    Charts.ofRun(Findings.of(Runs.dies("dies")), new ChartFiles(directory, false));
    assertEquals(List.of("roofline.png", "timeline.png", "utilization.png"), files());
  }

  /** Files of one run, sweep or comparison do not overwrite each other, and titles tell. */
  @Test
  void everyChartHasItsOwnFileAndTitle() {
    Findings findings = Findings.of(run);
    List<String> files = Charts.OF_RUN.stream().map(Chart::file).toList();
    assertEquals(files.size(), Set.copyOf(files).size(), files::toString);
    files = Charts.OF_SWEEP.stream().map(Chart::file).toList();
    assertEquals(files.size(), Set.copyOf(files).size(), files::toString);
    for (Chart<Findings> chart : Charts.OF_RUN) {
      if (chart.applies(findings)) {
        assertEquals(chart.title(findings), chart.draw(findings).getTitle().getText());
        assertTrue(chart.title(findings).startsWith("small"), chart.title(findings));
      }
    }
  }

  @Test
  void rooflinePointIsUnderItsRoof() {
    XYPlot plot = new RooflineChart().draw(Findings.of(run)).getXYPlot();
    double intensity = plot.getDataset().getXValue(1, 0);
    double rate = plot.getDataset().getYValue(1, 0);
    assertTrue(rate > 0 && rate <= plot.getDataset().getYValue(0, 2), "under the compute roof");
    double slope = plot.getDataset().getYValue(0, 0) / plot.getDataset().getXValue(0, 0);
    assertTrue(rate <= slope * intensity, "under the memory roof");
  }

  /** Lines that lie close together would go through a label between them. */
  @Test
  void roofsAreNamedAtDifferentEnds() {
    XYPlot plot = new RooflineChart().draw(Findings.of(Runs.wideRing("ring"))).getXYPlot();
    double compute = plot.getDataset().getYValue(0, 2);
    double link =
        ((ValueMarker) plot.getRangeMarkers(Layer.FOREGROUND).iterator().next()).getValue();
    List<?> labels = plot.getAnnotations();
    XYTextAnnotation first = (XYTextAnnotation) labels.get(0);
    XYTextAnnotation second = (XYTextAnnotation) labels.get(1);
    assertTrue(first.getText().startsWith("compute roof"), first.getText());
    assertTrue(first.getX() > second.getX(), "at different ends");
    assertEquals(link > compute, first.getY() < compute, "away from the other line");
  }

  @Test
  void occupancyReachesItsPeakBelowCapacity() {
    JFreeChart chart = new OccupancyChart().draw(Findings.of(run));
    assertTrue(chart.getTitle().getText().startsWith("small: SBUF peaks at "));
    assertTrue(chart.getXYPlot().getRangeAxis().getLabel().contains("KiB"));
  }

  @Test
  void whatIsLeftOutIsSaid() {
    assertEquals("time, us", Chart.label("time, us", 10, 10, "rows"));
    Findings ring = Findings.of(Runs.wideRing("ring"));
    int cores = ring.run().processes().size();
    XYPlot plot = new OccupancyChart().draw(ring).getXYPlot();
    assertEquals("time, us; the first 7 of " + cores + " cores", plot.getDomainAxis().getLabel());
    plot = new TimelineChart().draw(ring).getXYPlot();
    assertTrue(plot.getRangeAxis().getLabel().startsWith("time, us; the first 40 of "));
    String label = new UtilizationChart().draw(ring).getCategoryPlot().getRangeAxis().getLabel();
    assertEquals("share of the run, %; the first 40 of " + 5 * cores + " engines", label);
  }

  @Test
  void sweepHasCurvesAndMaps() throws IOException {
    SweepTable table =
        new SweepTable(
            "s",
            List.of("shape.K", "ranks.tp"),
            List.of("time_us.total", "path.rule"),
            List.of(
                row("1024", "4", "7", "SBUF"),
                row("1024", "8", "5", "SBUF"),
                row("2048", "4", "9", "HBM"),
                failed("2048", "8")));
    Charts.ofSweep(table, new ChartFiles(directory, false));
    assertEquals(List.of("map-path.png", "map-time.png", "sweep-time.png"), files());
    JFreeChart map = new SweepHeatMap(SweepFigure.TIME).draw(table);
    assertEquals(
        "s: best time 5.00 us at shape.K 1024, ranks.tp 8",
        map.getTitle().getText().replace(".000", ""));
    assertEquals(3, map.getXYPlot().getDataset().getItemCount(0), "a failed point has no cell");
    XYDataset curves = new SweepCurves(SweepFigure.TIME).draw(table).getXYPlot().getDataset();
    assertEquals(9, curves.getYValue(0, 1));
    assertTrue(Double.isNaN(curves.getYValue(1, 1)), "a failed point breaks its line");
    assertEquals(1, table.flips(9).size());
  }

  @Test
  void speedUpsDivergeAtOne() {
    ColourScale scale = ColourScale.over(0.9, 1.4, SweepFigure.SPEEDUP.neutral());
    assertEquals(Color.WHITE, scale.of(1));
    assertTrue(scale.of(0.9).getRed() > scale.of(0.9).getBlue(), "a loss is red");
    assertTrue(scale.of(1.1).getBlue() > scale.of(1.1).getRed(), "a gain is blue");
    assertEquals(0.6, scale.least(), 1e-12);
    ColourScale time = ColourScale.over(3, 3, SweepFigure.TIME.neutral());
    assertTrue(time.of(3).getBlue() > 200, "a single value has a colour");
  }

  @Test
  void curvesHaveTheAxisValuesAsTicksAndTheLineOfNoDifference() {
    SweepTable table =
        new SweepTable(
            "s",
            List.of("shape.K"),
            List.of("speedup", "mfu", "mbu"),
            List.of(point("1024", "0.9", "0.2", "0.4"), point("1536", "1.2", "0.6", "0.3")));
    XYPlot plot = new SweepCurves(SweepFigure.SPEEDUP).draw(table).getXYPlot();
    assertEquals(1, plot.getRangeMarkers(Layer.FOREGROUND).size());
    List<?> ticks =
        plot.getDomainAxis()
            .refreshTicks(null, new AxisState(), new Rectangle2D.Double(), RectangleEdge.BOTTOM);
    assertEquals("[1,024, 1,536]", ticks.toString());
    XYPlot roofline = new SweepRoofline().draw(table).getXYPlot();
    assertEquals(0.5, roofline.getDataset().getXValue(1, 0));
    assertEquals(20, roofline.getDataset().getYValue(1, 0), 1e-9);
    assertTrue(
        new SweepRoofline().title(table).contains(": 1 of 2 points are under the roof of HBM, "));
    SweepTable slow =
        new SweepTable(
            "s",
            List.of("shape.K"),
            List.of("speedup", "mfu", "mbu"),
            List.of(point("1024", "0.9", "0.2", "0.4")));
    assertEquals(
        "s: all points are under the roof of HBM; the best reaches 20 % of the peak",
        new SweepRoofline().title(slow));
  }

  private static SweepRow point(String k, String speedup, String mfu, String mbu) {
    return new SweepRow(
        0, k, Map.of("shape.K", k), Map.of("speedup", speedup, "mfu", mfu, "mbu", mbu), "");
  }

  @Test
  void linksHaveARoofOfTheirOwn() {
    Findings ring = Findings.of(Runs.wideRing("ring"));
    XYPlot plot = new RooflineChart().draw(ring).getXYPlot();
    ValueMarker roof = (ValueMarker) plot.getRangeMarkers(Layer.FOREGROUND).iterator().next();
    double seconds = ring.boundsPs().get("link") / 1e12;
    assertEquals(ring.run().work().flopsPerRank() / seconds / 1e12, roof.getValue(), 1e-6);
    assertTrue(plot.getDataset().getYValue(1, 0) <= roof.getValue(), "under the link's roof");
  }

  private static SweepRow row(String k, String tp, String time, String path) {
    return new SweepRow(
        0, k + tp, values(k, tp), Map.of("time_us.total", time, "path.rule", path), "");
  }

  private static SweepRow failed(String k, String tp) {
    return new SweepRow(0, k + tp, values(k, tp), Map.of(), "too large");
  }

  private static Map<String, String> values(String k, String tp) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("shape.K", k);
    values.put("ranks.tp", tp);
    return values;
  }

  @Test
  void comparisonSaysWhoIsFaster() throws IOException {
    RunResult larger = Runs.matmul("larger", 512, 1024, 512, "timing");
    RunComparison comparison = RunComparison.of(Findings.of(run), Findings.of(larger));
    assertTrue(comparison.finding().startsWith("Different work, "), comparison.finding());
    assertTrue(comparison.line("time_us.total").orElseThrow().percent().orElseThrow() > 0);
    Charts.ofComparison(comparison, new ChartFiles(directory, false));
    assertEquals(List.of("compare.png"), files());
    RunComparison same = RunComparison.of(Findings.of(run), Findings.of(run));
    assertTrue(same.finding().contains("the same time"));
    assertEquals(List.of(), same.inputs());
    assertFalse(same.otherWork());
    assertEquals("shape.K", comparison.inputs().get(0).key());
    assertTrue(comparison.otherWork());
  }
}
