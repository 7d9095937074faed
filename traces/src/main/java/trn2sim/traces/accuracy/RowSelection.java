package trn2sim.traces.accuracy;

import java.util.List;
import trn2sim.core.config.YamlCursor;
import trn2sim.traces.scenario.Assignment;

/**
 * Which rows of a table to take, and what to change in their scenarios: to see, for example, what a
 * mechanism of the model contributes.
 *
 * @param group how the names of the groups wanted begin
 */
public record RowSelection(String group, List<Assignment> changes) {
  /** Every row as it is. */
  public static final RowSelection ALL = new RowSelection("", List.of());

  public RowSelection {
    changes = List.copyOf(changes);
  }

  boolean takes(String name) {
    return name.startsWith(group);
  }

  void change(YamlCursor scenario) {
    changes.forEach(change -> change.in(scenario));
  }
}
