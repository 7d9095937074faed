package trn2sim.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import trn2sim.core.config.YamlCursor;
import trn2sim.kernels.Kernels;
import trn2sim.traces.accuracy.AccuracyFile;
import trn2sim.traces.export.ChromeTraceWriter;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;
import trn2sim.viz.chart.ChartFiles;
import trn2sim.viz.chart.Charts;
import trn2sim.viz.report.Report;

/**
 * A small run from stream to report, made while Python records a long kernel and a processor has
 * nothing to do: what the run behind it needs is loaded and compiled by then. Nothing is kept.
 */
final class Rehearsal {
  private static final String NAME = "rehearsal";
  private static final String SCENARIO = "kernel: { stream: nki/library_blocks.nki.gz }";

  private final AtomicBoolean begun = new AtomicBoolean();

  /** Begins it on another thread, once; whatever goes wrong there shows in the run itself. */
  void begin() {
    if (Runtime.getRuntime().availableProcessors() > 1 && begun.compareAndSet(false, true)) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  play();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              },
              NAME);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((t, e) -> {});
      thread.start();
    }
  }

  static void play() throws IOException {
    YamlCursor text = YamlCursor.readString(NAME, SCENARIO);
    Scenario scenario =
        new ScenarioLoader(Kernels.ALL).read(text, NAME, NAME, Optional.of(AccuracyFile.folder()));
    RunResult run = ScenarioRunner.standard().run(scenario);
    ChromeTraceWriter.write(run, OutputStream.nullOutputStream());
    Findings findings = Findings.of(run);
    ResultJson.of(findings);
    Charts.ofRun(findings, ChartFiles.NOWHERE);
    Report.write(findings, OutputStream.nullOutputStream());
  }
}
