package trn2sim.viz.chart;

import org.jfree.chart.JFreeChart;
import trn2sim.core.unit.Text;

/**
 * A picture of a run, a sweep or a comparison, left out when there is nothing to show.
 *
 * @param <T> what it is a picture of
 */
interface Chart<T> {
  /** The name of its file, without the ending. */
  String file();

  boolean applies(T data);

  /** What the picture shows, with its main figure. */
  String title(T data);

  JFreeChart draw(T data);

  default int width() {
    return 1400;
  }

  default int height(T data) {
    return 700;
  }

  /** The label of an axis that all share, with how many there are where not all are drawn. */
  static String label(String text, int drawn, int all, String what) {
    return drawn == all ? text : Text.format("%s; the first %d of %d %s", text, drawn, all, what);
  }

  /** The height of a chart that has a row for each of several things. */
  static int heightOf(int rows) {
    return 130 + 34 * rows;
  }
}
