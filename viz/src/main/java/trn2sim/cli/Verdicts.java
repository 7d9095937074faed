package trn2sim.cli;

import java.util.Comparator;
import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.kernels.check.RankVerdict;

/** How the results of ranks compare with the reference, in words. */
final class Verdicts {
  private Verdicts() {}

  /** One line for one rank's result. */
  static String line(RankVerdict verdict, Terminal terminal) {
    return Text.format(
        "rank %d %s rel_err %.3e (at most %.3e), max_abs_err %.3e, against %s%s",
        verdict.rank(),
        verdict.passed() ? terminal.good("PASS") : terminal.bad("FAIL"),
        verdict.relErr(),
        verdict.bound(),
        verdict.maxAbsErr(),
        verdict.reference(),
        where(verdict));
  }

  private static String where(RankVerdict verdict) {
    return verdict.wrong().map(wrong -> "; " + wrong.text()).orElse("");
  }

  /** One line for all ranks: the one nearest to its limit, or farthest beyond it. */
  static String together(List<RankVerdict> verdicts) {
    long failed = verdicts.stream().filter(verdict -> !verdict.passed()).count();
    RankVerdict worst =
        verdicts.stream()
            .max(
                Comparator.comparing((RankVerdict verdict) -> !verdict.passed())
                    .thenComparingDouble(RankVerdict::relErr))
            .orElseThrow();
    int all = verdicts.size();
    String ranks =
        failed == 0
            ? all + "/" + Text.count(all, "rank") + " PASS"
            : failed + "/" + Text.count(all, "rank") + " FAIL";
    if (!Double.isFinite(worst.relErr())) {
      return ranks + ", elements of the output are infinite or no number" + where(worst);
    }
    return Text.format(
        "%s, worst %.1e, limit %.1e%s", ranks, worst.relErr(), worst.bound(), where(worst));
  }
}
