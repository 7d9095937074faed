package trn2sim.traces.search;

import trn2sim.traces.scenario.Assignment;

/** Another value for one key of a scenario. */
public record Change(String key, String from, String to) {
  /** As {@code --set} takes it. */
  public Assignment assignment() {
    return new Assignment(key, to);
  }

  @Override
  public String toString() {
    return key + "=" + to;
  }
}
