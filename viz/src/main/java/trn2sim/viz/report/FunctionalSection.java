package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import trn2sim.kernels.functional.RankVerdict;

/** What the kernel computed, against the reference. */
final class FunctionalSection implements Section {
  @Override
  public String title() {
    return "Functional result";
  }

  @Override
  public boolean applies(ReportData data) {
    return true;
  }

  @Override
  public void write(ReportData data, Markup out) {
    List<RankVerdict> verdicts = data.result().verdicts();
    if (verdicts.isEmpty()) {
      out.element(
          "p", "Not computed: this run only took times. Use --mode both to check the arithmetic.");
      return;
    }
    boolean passed = data.result().passed();
    out.open("p").element("strong", passed ? "PASS" : "FAIL", "class", passed ? "good" : "bad");
    out.text(": compared with " + verdicts.get(0).reference() + ".").close();
    List<List<String>> rows = new ArrayList<>();
    for (RankVerdict verdict : verdicts) {
      rows.add(
          List.of(
              Integer.toString(verdict.rank()),
              verdict.passed() ? "PASS" : "FAIL",
              Figures.format("%.3e", verdict.relErr()),
              Figures.format("%.3e", verdict.bound()),
              Figures.format("%.3e", verdict.maxAbsErr())));
    }
    Table.write(out, List.of("rank", "result", "rel_err", "at most", "max_abs_err"), rows);
  }
}
