package trn2sim.traces.run;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import trn2sim.core.sim.EventListKind;
import trn2sim.traces.scenario.Scenario;

/** A kernel's times and nothing else of it, for searches that try many variants. */
public final class Trial {
  private final Trials trials;

  public Trial(Scenario scenario) {
    trials = new Trials(EventListKind.SPLAY_TREE, scenario, Watch.NOBODY);
  }

  /** How many instructions it runs, where that is known before. */
  public OptionalLong instructions() {
    return trials.execution().instructions();
  }

  public long totalPs() {
    return trials.totalPs();
  }

  /** Of the fused kernel over gathering first, if there is something to compare with. */
  public OptionalDouble speedup() {
    return trials.speedup();
  }
}
