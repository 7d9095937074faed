package trn2sim.cli;

import java.util.Locale;
import trn2sim.kernels.functional.RankVerdict;

/** One line for one rank's result. */
final class Verdicts {
  private Verdicts() {}

  static String line(RankVerdict verdict, Terminal terminal) {
    String word = verdict.passed() ? terminal.good("PASS") : terminal.bad("FAIL");
    return String.format(
        Locale.ROOT,
        "rank %d %s rel_err %.3e (at most %.3e), max_abs_err %.3e, against %s",
        verdict.rank(),
        word,
        verdict.relErr(),
        verdict.bound(),
        verdict.maxAbsErr(),
        verdict.reference());
  }
}
