package trn2sim.viz.chart;

import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.data.category.DefaultCategoryDataset;
import trn2sim.traces.findings.Findings;

/** How many instructions each engine ran. */
final class InstructionsChart implements Chart<Findings> {
  @Override
  public String file() {
    return "instructions";
  }

  @Override
  public boolean applies(Findings findings) {
    return true;
  }

  @Override
  public String title(Findings findings) {
    return findings.run().instructions() + " instructions";
  }

  @Override
  public JFreeChart draw(Findings findings) {
    DefaultCategoryDataset counts = new DefaultCategoryDataset();
    findings.engines().forEach(use -> counts.addValue(use.instructions(), "", use.engine()));
    CategoryPlot plot =
        new CategoryPlot(counts, new CategoryAxis(), new NumberAxis(), new BarRenderer());
    return ChartTheme.dress(title(findings), plot, false);
  }
}
