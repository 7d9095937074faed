package trn2sim.traces.machines;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Errors of a group of rows, in percent. */
record Errors(List<Double> percent) {
  double mean() {
    return percent.stream().mapToDouble(Math::abs).average().orElse(0);
  }

  double worst() {
    return percent.stream().mapToDouble(Math::abs).max().orElse(0);
  }

  double rms() {
    return Math.sqrt(percent.stream().mapToDouble(e -> e * e).average().orElse(0));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%3d rows, mean %5.1f %%, worst %5.1f %%", percent.size(), mean(), worst());
  }

  /** The errors of each group with some settings changed. */
  static Map<String, Errors> byGroup(List<MachineTable.Row> rows, Map<String, String> changes) {
    List<Double> errors = rows.parallelStream().map(row -> 100 * row.error(changes)).toList();
    Map<String, List<Double>> groups = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      String name = rows.get(i).group() + " (" + rows.get(i).set() + ")";
      groups.computeIfAbsent(name, n -> new ArrayList<>()).add(errors.get(i));
    }
    Map<String, Errors> byGroup = new LinkedHashMap<>();
    groups.forEach((name, list) -> byGroup.put(name, new Errors(list)));
    return byGroup;
  }
}
