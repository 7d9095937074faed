package trn2sim.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import trn2sim.traces.export.ChromeTraceWriter;
import trn2sim.traces.export.JsonObject;
import trn2sim.traces.export.JsonWriter;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.chart.RunCharts;
import trn2sim.viz.report.Report;

/** The files that a run leaves behind. */
record RunOutputs(RunResult result, JsonObject document) implements OutputDirectory.Contents {
  @Override
  public void write(Path directory) throws IOException {
    Files.writeString(directory.resolve("result.json"), JsonWriter.pretty(document));
    try (Writer trace = Files.newBufferedWriter(directory.resolve("trace.json"))) {
      ChromeTraceWriter.write(result, trace);
    }
    Report.write(result, document, directory.resolve("report.html"));
    RunCharts.write(result, directory);
  }
}
