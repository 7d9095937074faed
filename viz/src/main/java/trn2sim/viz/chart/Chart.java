package trn2sim.viz.chart;

import org.jfree.chart.JFreeChart;

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

  /** The height of a chart that has a row for each of several things. */
  static int heightOf(int rows) {
    return 130 + 34 * rows;
  }
}
