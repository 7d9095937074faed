package trn2sim.traces.sweep;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What is worth knowing of all rows together, gathered in one pass over them. */
final class SweepStatistics {
  private static final int MOST_FAILURES = 3;

  private record Best(double value, SweepRow row) {}

  private final List<String> figures;
  private final Set<String> seen = new HashSet<>();
  private final Map<String, Best> smallest = new HashMap<>();
  private final Map<String, Best> largest = new HashMap<>();
  private final List<SweepRow> failures = new ArrayList<>();
  private long failed;

  private SweepStatistics(List<String> figures) {
    this.figures = List.copyOf(figures);
  }

  static SweepStatistics of(List<String> figures, List<SweepRow> rows) {
    SweepStatistics statistics = new SweepStatistics(figures);
    rows.forEach(statistics::add);
    return statistics;
  }

  private void add(SweepRow row) {
    if (row.failed()) {
      failed++;
      if (failures.size() < MOST_FAILURES) {
        failures.add(row);
      }
    }
    for (String figure : row.figures().keySet()) {
      seen.add(figure);
      row.number(figure).ifPresent(value -> compare(figure, new Best(value, row)));
    }
  }

  private void compare(String figure, Best candidate) {
    smallest.merge(figure, candidate, (a, b) -> b.value < a.value ? b : a);
    largest.merge(figure, candidate, (a, b) -> b.value > a.value ? b : a);
  }

  /** The figures that at least one row has, in the order of the sweep. */
  List<String> columns() {
    return figures.stream().filter(seen::contains).toList();
  }

  long failed() {
    return failed;
  }

  /** The first few rows that failed. */
  List<SweepRow> failures() {
    return failures;
  }

  /** The first row with the smallest or largest figure, if any has it. */
  Optional<SweepRow> best(String figure, boolean least) {
    return Optional.ofNullable((least ? smallest : largest).get(figure)).map(Best::row);
  }
}
