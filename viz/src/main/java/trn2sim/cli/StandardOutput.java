package trn2sim.cli;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** A stream of results that remembers why one was lost; a plain PrintStream knows only that. */
final class StandardOutput extends PrintStream {
  private final Recorder recorder;

  StandardOutput(OutputStream target) {
    this(new Recorder(target));
  }

  private StandardOutput(Recorder recorder) {
    super(new BufferedOutputStream(recorder), false, StandardCharsets.UTF_8);
    this.recorder = recorder;
  }

  /** Why a write failed, as the system says it; empty if none did. */
  String failure() {
    return checkError() ? recorder.failure : "";
  }

  private static final class Recorder extends FilterOutputStream {
    private String failure = "it is closed";

    Recorder(OutputStream target) {
      super(target);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        failure = String.valueOf(e.getMessage());
        throw e;
      }
    }
  }
}
