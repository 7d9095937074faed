package trn2sim.viz.chart;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.core.check.Levels;
import trn2sim.core.check.SpaceLevels;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** SBUF in use over time against what there is: one line for each distinct core. */
final class OccupancyChart implements Chart<Findings> {
  private static final int MOST_CORES = 7;
  private static final double KIB = 1024;

  /** Intervals of time that a chart can show apart. */
  private static final int POINTS = 4000;

  private static final int SBUF = 0;

  /** A colour that no core has. */
  private static final Color LIMIT = Color.BLACK;

  @Override
  public String file() {
    return "sbuf";
  }

  /** Whether the machine has memories whose space tiles take and give back. */
  @Override
  public boolean applies(Findings findings) {
    return findings.run().processes().stream().anyMatch(p -> !p.program().spaces().isEmpty());
  }

  @Override
  public String title(Findings findings) {
    List<Process> cores = findings.run().processes();
    long peak = cores.stream().mapToLong(core -> inUse(core).peak()).max().orElse(0);
    double capacity = cores.get(0).program().spaces().get(SBUF).capacity();
    return Text.format(
        "%s: SBUF peaks at %.1f KiB per partition, %.0f %% of its capacity",
        findings.run().scenario().name(), peak / KIB, 100.0 * peak / capacity);
  }

  @Override
  public JFreeChart draw(Findings findings) {
    RunResult result = findings.run();
    List<Process> cores = result.processes();
    Program.Space memory = cores.get(0).program().spaces().get(SBUF);
    XYSeriesCollection data = new XYSeriesCollection();
    XYStepRenderer renderer = new XYStepRenderer();
    distinct(cores)
        .forEach(
            (levels, alike) -> {
              int line = data.getSeriesCount();
              renderer.setSeriesPaint(line, ChartTheme.series(line));
              renderer.setSeriesStroke(line, new BasicStroke(1.5f));
              data.addSeries(series(name(alike), levels, result.timeline().endPs()));
            });
    int drawn = Math.min(MOST_CORES, cores.size());
    NumberAxis time = Numbers.linear(Chart.label("time, us", drawn, cores.size(), "cores"));
    time.setRange(0, Math.max(1, result.timeline().endPs()) / PS_PER_US);
    NumberAxis bytes = Numbers.linear("SBUF in use, KiB per partition");
    bytes.setRange(0, 1.1 * memory.capacity() / KIB);
    XYPlot plot = new XYPlot(data, time, bytes, renderer);
    plot.addRangeMarker(capacity(memory));
    return ChartTheme.upright(title(findings), plot, true);
  }

  private static ValueMarker capacity(Program.Space memory) {
    ValueMarker marker = new ValueMarker(memory.capacity() / KIB, LIMIT, new BasicStroke(2));
    marker.setLabel(Text.format("capacity %.1f KiB", memory.capacity() / KIB));
    marker.setLabelBackgroundColor(Color.WHITE);
    marker.setLabelAnchor(RectangleAnchor.TOP_LEFT);
    marker.setLabelTextAnchor(TextAnchor.BOTTOM_LEFT);
    return marker;
  }

  private static SpaceLevels inUse(Process core) {
    return SpaceLevels.inUse(core, SBUF);
  }

  /** The first cores by what they hold over time: cores that do the same would hide one another. */
  private static Map<Levels, List<Process>> distinct(List<Process> cores) {
    return cores.stream()
        .limit(MOST_CORES)
        .collect(
            Collectors.groupingBy(
                core -> inUse(core).all(), LinkedHashMap::new, Collectors.toList()));
  }

  private static String name(List<Process> alike) {
    String first = alike.get(0).name();
    return alike.size() == 1 ? first : first + " and " + (alike.size() - 1) + " like it";
  }

  private static XYSeries series(String name, Levels all, long endPs) {
    XYSeries series = new XYSeries(name, false, true);
    double held = 0;
    series.add(0, 0);
    Levels levels = all.drawn(Math.max(1, endPs / POINTS));
    for (int i = 0; i < levels.size(); i++) {
      held = levels.units()[i] / KIB;
      series.add(levels.atPs()[i] / PS_PER_US, held);
    }
    series.add(endPs / PS_PER_US, held);
    return series;
  }
}
