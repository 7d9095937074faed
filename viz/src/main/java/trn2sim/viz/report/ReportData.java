package trn2sim.viz.report;

import trn2sim.core.json.JsonObject;
import trn2sim.traces.analysis.Analysis;
import trn2sim.traces.run.RunResult;

/** What sections are made from: the run, and its figures as {@code result.json} has them. */
record ReportData(Analysis analysis, JsonObject document) {
  RunResult result() {
    return analysis.result();
  }

  Figures figures() {
    return new Figures(document);
  }

  /** The time the kernel is said to take. */
  long totalPs() {
    return Math.max(1, result().totalPs());
  }

  /** Where the timeline ends. */
  long endPs() {
    return Math.max(1, result().timeline().endPs());
  }
}
