package trn2sim.viz.chart;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;

/** Colours that colour-blind readers can tell apart (Okabe and Ito), greys for waiting. */
final class ChartTheme {
  static final Color BUSY = new Color(0x0072B2);
  private static final Color QUEUE = new Color(0xE69F00);
  private static final Color LINK = new Color(0x009E73);
  private static final Color GRID = new Color(0xDDDDDD);
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
    return switch (reason) {
      case ENGINE -> new Color(0x56B4E9);
      case DMA -> QUEUE;
      case LINK -> LINK;
      case PEER -> new Color(0x000000);
      case SPACE -> new Color(0xD55E00);
      case PIPELINE -> new Color(0xCC79A7);
      case ISSUE -> new Color(0xF0E442);
      case NONE, DRAINED -> new Color(0xC8C8C8);
    };
  }

  static JFreeChart dress(String title, Plot plot, boolean legend) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    if (plot instanceof XYPlot xy) {
      xy.setOrientation(PlotOrientation.HORIZONTAL);
      xy.setRangeGridlinePaint(GRID);
      xy.setRangeGridlineStroke(new BasicStroke(1));
      xy.setDomainGridlinesVisible(false);
    }
    JFreeChart chart = new JFreeChart(null, TITLE, plot, legend);
    chart.setTitle(new TextTitle(title, TITLE));
    chart.setBackgroundPaint(Color.WHITE);
    return chart;
  }
}
