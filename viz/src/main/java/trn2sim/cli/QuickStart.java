package trn2sim.cli;

import trn2sim.core.sim.EventListKind;
import trn2sim.traces.run.ScenarioRunner;

/**
 * The launcher begins a run on a JVM without the optimising compiler, which ends small runs in less
 * time than that compiler takes, and a sweep of small runs too. One too large for it asks, by its
 * exit status and before it has shown anything, to be started again on the usual JVM.
 */
final class QuickStart {
  /** What the launcher waits for; EX_TEMPFAIL of sysexits.h. */
  static final int START_AGAIN = 75;

  private static final boolean QUICK = Boolean.getBoolean("trn2sim.quick");
  private static final long MOST_INSTRUCTIONS = 200_000;
  private static final long MOST_OF_A_SWEEP = 5_000_000;

  private QuickStart() {}

  /** Whether a command over so many scenarios belongs on the usual JVM. */
  static boolean refuses(int scenarios) {
    return QUICK && scenarios > 1;
  }

  static ScenarioRunner runner() {
    ScenarioRunner standard = ScenarioRunner.standard();
    return QUICK ? standard.upTo(MOST_INSTRUCTIONS) : standard;
  }

  /** For the points of a sweep, which share the processors; what is finished is not run again. */
  static ScenarioRunner runner(int points) {
    ScenarioRunner single = new ScenarioRunner(EventListKind.SPLAY_TREE, 1);
    return QUICK ? single.upTo(Math.min(MOST_INSTRUCTIONS, MOST_OF_A_SWEEP / points)) : single;
  }
}
