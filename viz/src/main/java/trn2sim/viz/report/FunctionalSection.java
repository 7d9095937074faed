package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.unit.Text;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** What the kernel computed, against the reference. */
final class FunctionalSection implements Section {
  @Override
  public String title() {
    return "Functional result";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.run().measured();
  }

  @Override
  public void write(Findings findings, Markup out) {
    List<RankVerdict> verdicts = findings.run().verdicts();
    if (verdicts.isEmpty()) {
      out.element("p", unchecked(findings.run()));
      return;
    }
    boolean passed = findings.run().passed();
    out.open("p").element("strong", passed ? "PASS" : "FAIL", "class", passed ? "good" : "bad");
    out.text(": compared with " + verdicts.get(0).reference() + ".").close();
    List<List<String>> rows = new ArrayList<>();
    for (RankVerdict verdict : verdicts) {
      rows.add(
          List.of(
              Integer.toString(verdict.rank()),
              verdict.passed() ? "PASS" : "FAIL",
              Text.format("%.3e", verdict.relErr()),
              Text.format("%.3e", verdict.bound()),
              Text.format("%.3e", verdict.maxAbsErr())));
    }
    new Table(List.of("rank", "result", "rel_err", "at most", "max_abs_err"), rows).write(out);
    verdicts.stream()
        .flatMap(verdict -> verdict.wrong().stream())
        .findFirst()
        .ifPresent(wrong -> out.element("p", "The first that is wrong: " + wrong.text() + "."));
  }

  private static String unchecked(RunResult run) {
    return run.work().problem().isPresent()
        ? "Not computed: this run only simulated time. Use --mode both to check the arithmetic."
        : "Not computed: "
            + run.scenario().kernel().name()
            + " "
            + run.scenario().kernel().unchecked()
            + ".";
  }
}
