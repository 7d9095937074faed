package trn2sim.viz.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleInsets;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.viz.theme.Palette;

/** What all charts have in common: colours, grid, titles. */
final class ChartTheme {
  static final Color BUSY = new Color(Palette.BLUE);
  private static final Color QUEUE = new Color(Palette.ORANGE);
  private static final Color LINK = new Color(Palette.GREEN);
  private static final Color FAINT = new Color(0xF0F0F0);
  private static final Color GRID = new Color(Palette.GRID);
  // Not of 12 points: SVG files leave that size out, and viewers take another.
  static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 16);

  private ChartTheme() {}

  static Color of(Track.Kind kind) {
    return switch (kind) {
      case ENGINE -> BUSY;
      case QUEUE -> QUEUE;
      case LINK -> LINK;
    };
  }

  static Color of(WaitReason reason) {
    return new Color(Palette.of(reason));
  }

  /** The colour of the series with this number. */
  static Color series(int number) {
    return new Color(Palette.SERIES.get(number % Palette.SERIES.size()));
  }

  /** A plot whose x axis is below. */
  static JFreeChart upright(String title, XYPlot plot, boolean legend) {
    JFreeChart chart = dress(title, plot, legend);
    plot.setOrientation(PlotOrientation.VERTICAL);
    plot.setDomainGridlinesVisible(true);
    plot.setDomainGridlinePaint(GRID);
    plot.setDomainGridlineStroke(new BasicStroke(1));
    plot.setDomainMinorGridlinesVisible(plot.getDomainAxis() instanceof LogAxis);
    plot.setRangeMinorGridlinesVisible(plot.getRangeAxis() instanceof LogAxis);
    plot.setDomainMinorGridlinePaint(FAINT);
    plot.setRangeMinorGridlinePaint(FAINT);
    return chart;
  }

  static JFreeChart dress(String title, Plot plot, boolean legend) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    if (plot instanceof XYPlot xy) {
      xy.setOrientation(PlotOrientation.HORIZONTAL);
      xy.getDomainAxis().setLabelFont(LABEL);
      xy.getRangeAxis().setLabelFont(LABEL);
      xy.setRangeGridlinePaint(GRID);
      xy.setRangeGridlineStroke(new BasicStroke(1));
      xy.setDomainGridlinesVisible(false);
    }
    JFreeChart chart = new JFreeChart(null, TITLE, plot, legend);
    chart.setTitle(new TextTitle(title, TITLE));
    chart.setBackgroundPaint(Color.WHITE);
    if (legend) {
      chart.getLegend().setItemFont(LABEL);
    }
    chart.setPadding(new RectangleInsets(8, 8, 8, 20));
    return chart;
  }
}
