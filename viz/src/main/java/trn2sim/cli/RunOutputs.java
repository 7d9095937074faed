package trn2sim.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import trn2sim.traces.export.ChromeTraceWriter;
import trn2sim.traces.export.JsonObject;
import trn2sim.traces.export.JsonWriter;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.chart.RunCharts;
import trn2sim.viz.report.Report;

/** The files that a run leaves behind. */
record RunOutputs(RunResult result, JsonObject document, Terminal terminal)
    implements OutputDirectory.Contents {
  /** The charts are drawn while the trace is written: both take longer than a small run. */
  @Override
  public void write(Path directory) throws IOException {
    CompletableFuture<Void> charts = CompletableFuture.runAsync(() -> draw(directory));
    try {
      Files.writeString(directory.resolve("result.json"), JsonWriter.pretty(document));
      try (Writer trace = Files.newBufferedWriter(directory.resolve("trace.json"))) {
        ChromeTraceWriter.write(result, trace);
      }
      Report.write(result, document, directory.resolve("report.html"));
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
      for (String name : RunCharts.FILES) {
        Files.deleteIfExists(directory.resolve(name));
      }
      terminal.err().println("trn2sim: no charts, this Java cannot draw: " + e.getCause());
    }
  }

  private void draw(Path directory) {
    try {
      RunCharts.write(result, directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
