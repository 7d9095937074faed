package trn2sim.cli;

import picocli.CommandLine.Option;

/** What of a run is printed, and which files it leaves behind. */
final class OutputOptions {
  @Option(
      names = "--json",
      description = "Print result.json and nothing else; writes files only with --out.")
  private boolean json;

  @Option(names = "--svg", description = "Write the charts as SVG too.")
  private boolean vector;

  @Option(
      names = "--trace",
      paramLabel = "WHICH",
      description =
          "auto, full or none: auto, the default, writes as many ranks as a browser can open.")
  private TraceChoice trace = TraceChoice.AUTO;

  boolean json() {
    return json;
  }

  /**
   * @param gzip whether the trace is compressed whatever its size
   * @param profile whether the run is written as a profile too
   */
  RunOutputs.Choices choices(boolean gzip, boolean profile) {
    return new RunOutputs.Choices(vector, trace, gzip, profile);
  }
}
