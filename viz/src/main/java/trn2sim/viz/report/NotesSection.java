package trn2sim.viz.report;

import trn2sim.traces.findings.Findings;

/** What the run assumes about its kernel. */
final class NotesSection implements Section {
  @Override
  public String title() {
    return "What this run assumes";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.remarks().isEmpty();
  }

  @Override
  public void write(Findings findings, Markup out) {
    out.open("ul");
    findings.remarks().forEach(remark -> out.element("li", remark));
    out.close().line();
  }
}
