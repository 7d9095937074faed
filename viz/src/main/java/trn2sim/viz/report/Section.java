package trn2sim.viz.report;

import trn2sim.traces.findings.Findings;

/** A part of the report, left out when the run has nothing for it. */
interface Section {
  /** The heading. */
  String title();

  boolean applies(Findings findings);

  void write(Findings findings, Markup out);
}
