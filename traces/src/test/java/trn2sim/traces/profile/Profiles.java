package trn2sim.traces.profile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import trn2sim.traces.run.RunResult;

/** Profiles from runs and from text, for tests. */
public final class Profiles {
  private Profiles() {}

  /** A run as the profiler would write it. */
  public static String text(RunResult run) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try {
      ProfileWriter.write(run, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  /** The same without what only a simulator knows. */
  public static String plain(RunResult run) {
    return text(run).replaceAll(",? ?\"sim_\\w+\": (\"[^\"]*\"|-?\\d+)", "");
  }

  /** Makes a file of about so many bytes; returns how many instructions it has. */
  public static long synthetic(Path file, long bytes) throws IOException {
    return SyntheticProfile.write(file, bytes);
  }

  /** Reads a text as if it were a file. */
  public static Profile read(String text) {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  static Profile read(byte[] bytes) {
    try {
      return ProfileReader.read("profile.json", new ByteArrayInputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
