package trn2sim.traces.sweep;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import trn2sim.core.config.SpecException;

/**
 * Which points of a sweep to run: all of them, those from one number to another, or one of several
 * equal shares. Shares take turns point by point, so that each has its part of every region.
 *
 * @param label names the part in a file name, empty for all points
 */
public record PointSelection(int first, int last, int step, String label) {
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})");
  private static final Pattern SHARE = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

  public static PointSelection all(SweepFile sweep) {
    return new PointSelection(0, sweep.size() - 1, 1, "");
  }

  /** Of a text like {@code 0-999}, both ends included. */
  public static PointSelection points(SweepFile sweep, String text) {
    Matcher matcher = RANGE.matcher(text);
    int last = sweep.size() - 1;
    String expected = "A-B, two of the numbers 0 to " + last + ", such as 0-" + Math.min(999, last);
    if (!matcher.matches()) {
      throw SpecException.at("--points", text, expected);
    }
    int from = Integer.parseInt(matcher.group(1));
    int to = Integer.parseInt(matcher.group(2));
    if (from > to || to > last) {
      throw SpecException.at("--points", text, expected);
    }
    return new PointSelection(from, to, 1, "points-" + from + "-" + to);
  }

  /** Of a text like {@code 3/16}: the third of sixteen shares. */
  public static PointSelection shard(SweepFile sweep, String text) {
    Matcher matcher = SHARE.matcher(text);
    String expected = "I/N with I from 1 to N, such as 1/16; add 1 to an index that begins at 0";
    if (!matcher.matches()) {
      throw SpecException.at("--shard", text, expected);
    }
    int share = Integer.parseInt(matcher.group(1));
    int shares = Integer.parseInt(matcher.group(2));
    if (share < 1 || share > shares) {
      throw SpecException.at("--shard", text, expected);
    }
    return new PointSelection(
        share - 1, sweep.size() - 1, shares, "shard-" + share + "-of-" + shares);
  }

  /** The numbers of the points in order. */
  public IntStream points() {
    return IntStream.iterate(first, point -> point <= last, point -> point + step);
  }

  /** How many there are. */
  public int size() {
    return last < first ? 0 : (last - first) / step + 1;
  }

  /** The number of the point at a position. */
  int point(int position) {
    return first + position * step;
  }
}
