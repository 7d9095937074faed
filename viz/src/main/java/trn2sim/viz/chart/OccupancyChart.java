package trn2sim.viz.chart;

import static trn2sim.core.unit.Units.PS_PER_US;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.ui.RectangleAnchor;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import trn2sim.core.check.SpacePeak;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.unit.Text;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** SBUF in use over time against what there is: one line for each distinct core. */
final class OccupancyChart implements Chart<Findings> {
  private static final int MOST_CORES = 7;
  private static final double KIB = 1024;
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
    long peak = cores.stream().mapToLong(core -> SpacePeak.of(core, SBUF)).max().orElse(0);
    double capacity = cores.get(0).program().spaces().get(SBUF).capacity();
    return Text.format(
        "%s: SBUF peaks at %.1f KiB per partition, %.0f %% of its capacity",
        findings.run().scenario().name(), peak / KIB, 100.0 * peak / capacity);
  }

  @Override
  public JFreeChart draw(Findings findings) {
    RunResult result = findings.run();
    List<Process> cores = result.processes();
    List<Process> shown = cores.subList(0, Math.min(MOST_CORES, cores.size()));
    Program.Space memory = cores.get(0).program().spaces().get(SBUF);
    XYSeriesCollection data = new XYSeriesCollection();
    XYStepRenderer renderer = new XYStepRenderer();
    for (Process core : shown) {
      renderer.setSeriesPaint(data.getSeriesCount(), ChartTheme.series(data.getSeriesCount()));
      renderer.setSeriesStroke(data.getSeriesCount(), new BasicStroke(1.5f));
      data.addSeries(series(core, result.timeline().endPs()));
    }
    NumberAxis time = Numbers.linear("time, us");
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
    marker.setLabelAnchor(RectangleAnchor.TOP_LEFT);
    marker.setLabelTextAnchor(TextAnchor.BOTTOM_LEFT);
    return marker;
  }

  private static XYSeries series(Process core, long endPs) {
    XYSeries series = new XYSeries(core.name(), false, true);
    double held = 0;
    series.add(0, 0);
    for (SpacePeak.Level level : SpacePeak.levels(core, SBUF)) {
      held = level.units() / KIB;
      series.add(level.atPs() / PS_PER_US, held);
    }
    series.add(endPs / PS_PER_US, held);
    return series;
  }
}
