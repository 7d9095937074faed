package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.profile.ProfileWriter;
import trn2sim.viz.chart.ChartFiles;
import trn2sim.viz.chart.Charts;
import trn2sim.viz.report.Report;

/**
 * The files that a run leaves behind.
 *
 * @param choices which of them are written
 */
record RunOutputs(Findings findings, JsonObject document, Terminal terminal, Choices choices)
    implements OutputDirectory.Contents {
  private static final String PROFILE = "profile.json";

  /**
   * What is written.
   *
   * @param vector whether charts are written as SVG too
   * @param trace which trace is written
   * @param gzip whether the trace is compressed whatever its size
   * @param profile whether the run is written as a profile too
   */
  record Choices(boolean vector, TraceChoice trace, boolean gzip, boolean profile) {}

  @Override
  public List<String> replaces() {
    List<String> names = new ArrayList<>(TraceFile.NAMES);
    names.add(PROFILE);
    return names;
  }

  /** The charts are drawn while the trace is written: both take longer than a small run. */
  @Override
  public void write(Path directory) throws IOException {
    CompletableFuture<Void> charts = CompletableFuture.runAsync(() -> draw(directory));
    try {
      Files.writeString(directory.resolve("result.json"), Json.pretty(document));
      if (choices.trace != TraceChoice.NONE) {
        new TraceFile(findings.run(), choices.trace, choices.gzip).write(directory, terminal);
      }
      if (choices.profile) {
        try (Writer out = Files.newBufferedWriter(directory.resolve(PROFILE))) {
          ProfileWriter.write(findings.run(), out);
        }
      }
      try (Progress progress = Progress.start(terminal, "report")) {
        Report.write(findings, directory.resolve("report.html"));
        progress.end();
      }
    } finally {
      charts.handle((done, failure) -> done).join();
    }
    finish(charts, directory);
  }

  /** A machine without fonts cannot draw; the figures are worth having all the same. */
  private void finish(CompletableFuture<Void> charts, Path directory) throws IOException {
    try {
      charts.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      try (DirectoryStream<Path> drawn = Files.newDirectoryStream(directory, "*.{png,svg}")) {
        for (Path chart : drawn) {
          Files.delete(chart);
        }
      }
      String why =
          e.getCause() instanceof OutOfMemoryError
              ? "too little memory to draw them; give more (-Xmx)"
              : "this Java cannot draw: " + e.getCause();
      terminal.err().println("trn2sim: no charts, " + why);
    }
  }

  private void draw(Path directory) {
    try {
      Charts.ofRun(findings, new ChartFiles(directory, choices.vector));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
