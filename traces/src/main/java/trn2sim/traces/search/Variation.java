package trn2sim.traces.search;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Changes to be tried together.
 *
 * @param name what they are, empty if they speak for themselves
 */
public record Variation(String name, List<Change> changes) {
  static Variation of(Change change) {
    return new Variation("", List.of(change));
  }

  static Variation of(Tried tried) {
    return new Variation("", tried.changes());
  }

  Variation and(Tried more) {
    return new Variation("", Stream.concat(changes.stream(), more.changes().stream()).toList());
  }

  /** The changes as {@code --set} takes them, or what they are. */
  @Override
  public String toString() {
    return name.isEmpty()
        ? changes.stream().map(Change::toString).collect(Collectors.joining(" "))
        : name;
  }
}
