package trn2sim.traces.sweep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;

/** The rows of a sweep. There may be too many for memory, so that they are gone through once. */
public final class SweepTable {
  /** Neighbours along one axis that took different paths. */
  public record Flip(String axis, SweepRow from, SweepRow to) {}

  private static final String PATH = "path.rule";

  private final String name;
  private final List<String> axes;
  private final List<SweepRow> rows;
  private final SweepStatistics statistics;

  /**
   * @param axes the keys that vary
   * @param figures the dotted paths that rows may have
   */
  public SweepTable(String name, List<String> axes, List<String> figures, List<SweepRow> rows) {
    this.name = name;
    this.axes = List.copyOf(axes);
    this.rows = rows;
    this.statistics = SweepStatistics.of(figures, rows);
  }

  public String name() {
    return name;
  }

  public List<String> axes() {
    return axes;
  }

  public List<SweepRow> rows() {
    return rows;
  }

  /** The figures that at least one row has. */
  public List<String> columns() {
    return statistics.columns();
  }

  /** The values of an axis, by its position, in the order of the points. */
  public List<String> values(int axis) {
    return rows.stream().map(row -> row.values().get(axes.get(axis))).distinct().toList();
  }

  public long failed() {
    return statistics.failed();
  }

  /** The first few rows that failed. */
  public List<SweepRow> failures() {
    return statistics.failures();
  }

  /** The row with the smallest or largest figure, if any has it. */
  public Optional<SweepRow> best(String figure, boolean smallest) {
    return statistics.best(figure, smallest);
  }

  /**
   * Where the path changes from one value of an axis to the next, the other axes being equal.
   *
   * @param most how many to look for
   */
  public List<Flip> flips(int most) {
    List<Flip> flips = new ArrayList<>();
    if (!columns().contains(PATH)) {
      return flips;
    }
    for (String axis : axes) {
      Map<String, Integer> last = new HashMap<>();
      for (int position = 0; position < rows.size() && flips.size() < most; position++) {
        SweepRow row = rows.get(position);
        Integer before =
            row.figures().containsKey(PATH) ? last.put(others(row, axis), position) : null;
        if (before != null
            && !rows.get(before).figures().get(PATH).equals(row.figures().get(PATH))) {
          flips.add(new Flip(axis, rows.get(before), row));
        }
      }
    }
    return flips;
  }

  /** The axes that change no figure of any point; not looked for among very many points. */
  public List<String> withoutEffect() {
    return rows.size() > SweepRun.MOST_IN_MEMORY
        ? List.of()
        : axes.stream().filter(this::changesNothing).toList();
  }

  /**
   * Whether all points that differ along the axis alone came out alike, and there are any; of
   * points that failed nobody knows how they would have come out.
   */
  private boolean changesNothing(String axis) {
    Map<String, SweepRow> first = new HashMap<>();
    boolean compared = false;
    for (SweepRow row : rows) {
      SweepRow before = first.putIfAbsent(others(row, axis), row);
      boolean pair =
          before != null
              && !before.values().equals(row.values())
              && !(before.failed() && row.failed());
      compared |= pair;
      if (pair && !before.sameResult(row)) {
        return false;
      }
    }
    return compared;
  }

  /** A short name for the values of all axes but one. */
  private static String others(SweepRow row, String axis) {
    Map<String, String> others = new LinkedHashMap<>(row.values());
    others.remove(axis);
    return SweepIdentity.digest(others.toString());
  }

  /** Writes the rows as comma-separated values (RFC 4180). */
  public void csv(Appendable out) throws IOException {
    List<String> header = new ArrayList<>(axes);
    header.addAll(columns());
    header.add("error");
    CsvLine.write(header, out);
    for (SweepRow row : rows) {
      List<String> cells = new ArrayList<>(axes.stream().map(row.values()::get).toList());
      columns().forEach(path -> cells.add(row.figures().getOrDefault(path, "")));
      cells.add(row.error());
      CsvLine.write(cells, out);
    }
  }

  /** Writes one JSON document, each row on a line of its own. */
  public void json(Appendable out) throws IOException {
    String head = Json.compact(head());
    out.append(head, 0, head.length() - 1).append(", \"rows\": [");
    String separator = "\n  ";
    for (SweepRow row : rows) {
      out.append(separator).append(Json.compact(row.typed()));
      separator = ",\n  ";
    }
    out.append("\n]}\n");
  }

  private JsonObject head() {
    return new JsonObject()
        .put("name", name)
        .put("points", rows.size())
        .put("failed", failed())
        .putTexts("without_effect", withoutEffect());
  }
}
