package trn2sim.traces.run;

import java.util.OptionalDouble;
import trn2sim.core.sim.EventListKind;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.traces.scenario.Scenario;

/** A kernel's times and nothing else of it, for searches that try many variants. */
public final class Trial {
  private final NeuronRunner runner;

  public Trial(Scenario scenario, ScriptKernel kernel) {
    runner = new NeuronRunner(EventListKind.SPLAY_TREE, 1, scenario, kernel, Watch.NOBODY);
  }

  public long instructions() {
    return runner.instructions();
  }

  public long totalPs() {
    return runner.totalPs();
  }

  /** Of the fused kernel over gathering first, if there is something to compare with. */
  public OptionalDouble speedup() {
    return runner.speedup();
  }
}
