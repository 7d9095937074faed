package trn2sim.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import trn2sim.core.cancel.Joined;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.profile.ProfileWriter;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.chart.ChartFiles;
import trn2sim.viz.chart.Charts;
import trn2sim.viz.report.Report;
import trn2sim.viz.spans.ProgramTexts;

/**
 * The files that a run leaves behind.
 *
 * @param figures works out what the run says, while what needs no figures is written
 * @param choices which of them are written
 */
record RunOutputs(RunResult run, Supplier<Figures> figures, Terminal terminal, Choices choices)
    implements OutputDirectory.Contents {
  private static final String PROFILE = "profile.json";

  /** What a run says, and the same as a document. */
  record Figures(Findings findings, JsonObject document) {}

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

  /** Something that can be written while others are. */
  private interface Part {
    void write() throws IOException;
  }

  /** Charts, trace and report take longer than a small run each, and none needs another. */
  @Override
  public void write(Path directory) throws IOException {
    Optional<TraceFile> file =
        Optional.of(choices.trace)
            .filter(choice -> choice != TraceChoice.NONE)
            .map(choice -> new TraceFile(run, choice, choices.gzip));
    Progress progress = Progress.unseen(terminal, "files", file.map(TraceFile::bars).orElse(0L));
    CompletableFuture<Void> trace =
        beside(
            () -> {
              if (file.isPresent()) {
                file.get().write(directory, terminal, progress);
              }
            });
    CompletableFuture<ProgramTexts> texts =
        CompletableFuture.supplyAsync(() -> ProgramTexts.of(run));
    try {
      Figures found = figures.get();
      progress.begin();
      writeFigures(found, texts, directory);
    } finally {
      texts.handle((done, failure) -> done).join();
      trace.handle((done, failure) -> done).join();
      progress.end();
    }
    try {
      Joined.of(trace);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void writeFigures(Figures found, CompletableFuture<ProgramTexts> texts, Path directory)
      throws IOException {
    ChartFiles files = new ChartFiles(directory, choices.vector);
    CompletableFuture<Void> charts = beside(() -> Charts.ofRun(found.findings, files));
    try {
      writeRest(found, texts, directory);
    } finally {
      charts.handle((done, failure) -> done).join();
    }
    finish(charts, directory);
  }

  private void writeRest(Figures found, CompletableFuture<ProgramTexts> texts, Path directory)
      throws IOException {
    Files.writeString(directory.resolve("result.json"), Json.pretty(found.document));
    if (choices.profile) {
      try (OutputStream out = Files.newOutputStream(directory.resolve(PROFILE))) {
        ProfileWriter.write(run, out);
      }
    }
    Report.write(found.findings, () -> Joined.of(texts), directory.resolve("report.html"));
  }

  private static CompletableFuture<Void> beside(Part part) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            part.write();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
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
              ? "too little memory to draw them; give more: TRN2SIM_JAVA_OPTS=-Xmx8g"
              : "this Java cannot draw: " + e.getCause();
      terminal.err().println("trn2sim: no charts, " + why);
    }
  }
}
