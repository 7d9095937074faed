package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of a picture of a range: what spans from where to where.
 *
 * @param name the unknown and what it may be
 */
public record RangeRow(String name, long lowPs, long highPs) {
  private static final int MOST = 12;

  /** Each unknown alone, the widest first, then all parameters together. */
  public static List<RangeRow> of(Range range) {
    List<RangeRow> rows = new ArrayList<>();
    for (Span span : range.effects().stream().limit(MOST).toList()) {
      rows.add(
          new RangeRow(
              span.what() + ", " + span.values(), span.low().totalPs(), span.high().totalPs()));
    }
    if (range.best().isPresent() || range.worst().isPresent()) {
      long low = range.best().orElse(range.asIs()).totalPs();
      long high = range.worst().orElse(range.asIs()).totalPs();
      rows.add(new RangeRow("all parameters together", low, high));
    }
    return rows;
  }
}
