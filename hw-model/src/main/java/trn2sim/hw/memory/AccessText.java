package trn2sim.hw.memory;

import java.util.List;

/**
 * An access spelt as in Python: {@code x[128:256, 0:512]}, with a step where it skips some.
 * Elements that no slice holds are [stride, count] pairs, outermost first, behind the first one:
 * {@code x[0, 64+[512,128][1,64]]}.
 */
final class AccessText {
  private AccessText() {}

  static void append(Access access, StringBuilder text) {
    text.append(access.buffer().name()).append('[');
    row(access, access.row(), text);
    if (isSlice(access)) {
      int step = access.rows() == 1 ? 1 : access.pitch() / access.buffer().cols();
      text.append(':');
      row(access, access.row() + (access.rows() - 1) * step + 1, text);
      step(step, text);
      text.append(", ").append(access.col());
      columns(access, text);
    } else {
      text.append(", ").append(access.col());
      text.append("+[").append(access.pitch()).append(',').append(access.rows()).append(']');
      access.pattern().appendTo(text);
    }
    text.append(']');
  }

  /** Whether it has whole steps of rows, and the same columns of each. */
  private static boolean isSlice(Access access) {
    int cols = access.buffer().cols();
    int low = access.col() + access.pattern().low();
    boolean within = low >= 0 && low + access.pattern().span() <= cols;
    return within && (access.rows() == 1 || (access.pitch() >= cols && access.pitch() % cols == 0));
  }

  private static void row(Access access, int row, StringBuilder text) {
    text.append(row);
    if (access.offset().isPresent()) {
      Access.Offset offset = access.offset().get();
      text.append('+').append(offset.register().name()).append('*').append(offset.rowsPerUnit());
    }
  }

  /** What stands behind the first column. */
  private static void columns(Access access, StringBuilder text) {
    Pattern pattern = access.pattern();
    List<Pattern.Dim> dims = pattern.dims();
    if (pattern.run() == pattern.elements()) {
      text.append(':').append(access.col() + pattern.elements());
    } else if (dims.size() == 1 && dims.get(0).stride() > 0) {
      text.append(':').append(access.col() + pattern.span());
      step(dims.get(0).stride(), text);
    } else {
      text.append('+');
      pattern.appendTo(text);
    }
  }

  private static void step(int step, StringBuilder text) {
    if (step > 1) {
      text.append(':').append(step);
    }
  }
}
