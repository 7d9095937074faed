package trn2sim.viz.report;

/** A part of the report, left out when the run has nothing for it. */
interface Section {
  /** The heading. */
  String title();

  boolean applies(ReportData data);

  void write(ReportData data, Markup out);
}
