package trn2sim.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import trn2sim.core.unit.Text;
import trn2sim.traces.export.ChromeTraceWriter;
import trn2sim.traces.export.TraceWindow;
import trn2sim.traces.run.RunResult;

/** {@code trace.json}, or {@code trace.json.gz} where it is compressed. */
final class TraceFile {
  /** Both names: a run leaves one of them at most. */
  static final List<String> NAMES = List.of("trace.json", "trace.json.gz");

  private static final long OPENS_IN_A_BROWSER = 200_000_000;
  private static final int BLOCK = 1 << 16;

  private final RunResult run;
  private final TraceWindow window;
  private final boolean gzip;

  TraceFile(RunResult run, TraceChoice choice, boolean gzip) {
    this.run = run;
    this.window =
        choice == TraceChoice.FULL
            ? TraceWindow.whole(run)
            : TraceWindow.within(run, OPENS_IN_A_BROWSER);
    this.gzip = gzip || !window.whole();
  }

  /** How many bars it shows. */
  long bars() {
    return window.bars();
  }

  /**
   * @param progress counts its bars
   */
  void write(Path directory, Terminal terminal, Progress progress) throws IOException {
    if (!window.whole()) {
      terminal
          .err()
          .println(
              Text.format(
                  "trace.json.gz shows %s, for a browser to open it; --trace full writes"
                      + " everything",
                  window.describe(run)));
    }
    try (OutputStream out = open(directory)) {
      ChromeTraceWriter.write(run, window, out, progress::reach);
    }
  }

  private OutputStream open(Path directory) throws IOException {
    OutputStream file = Files.newOutputStream(directory.resolve(NAMES.get(gzip ? 1 : 0)));
    return gzip ? new GZIPOutputStream(file, BLOCK) : file;
  }
}
