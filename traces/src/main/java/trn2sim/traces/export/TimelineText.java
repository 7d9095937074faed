package trn2sim.traces.export;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.Outcome;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.analysis.RowSample;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** A run as text, for reading in a terminal and in the difference of two files. */
public final class TimelineText {
  private static final int COLUMNS = 72;
  private static final int FEWEST_COLUMNS = 20;
  private static final int MOST_COLUMNS = 120;
  private static final String RING = "ring step";
  private static final String DENSITY = ".:+#";

  private TimelineText() {}

  /**
   * A picture of every row, then the first bars of each, with what they waited for.
   *
   * @param bars how many bars of a row to list
   */
  public static String of(RunResult result, int bars) {
    long end = result.timeline().endPs();
    int width =
        result.timeline().tracks().stream().mapToInt(t -> t.name().length()).max().orElse(0);
    StringBuilder out = new StringBuilder();
    line(out, "%s, %s us", result.scenario().name(), micros(end));
    for (Track track : result.timeline().tracks()) {
      String name = track.name() + " ".repeat(width - track.name().length());
      line(out, "%s |%s| %d", name, picture(track, end, COLUMNS), track.size());
    }
    for (Track track : result.timeline().tracks()) {
      line(out, "");
      line(out, "%s", track.name());
      list(out, track, result.outcome(), bars);
    }
    return out.toString();
  }

  /**
   * A picture of the first core's rows, above it the ring steps if there are any.
   *
   * @param columns how long a line may be
   */
  public static String firstCore(Findings findings, int columns) {
    RunResult result = findings.run();
    long end = result.timeline().endPs();
    List<Track> rows = RowSample.first(result);
    String owner = rows.isEmpty() ? "" : common(rows);
    int width = rows.stream().mapToInt(row -> row.name().length() - owner.length()).max().orElse(0);
    width = Math.max(width, RING.length());
    int slices = Math.max(FEWEST_COLUMNS, Math.min(MOST_COLUMNS, columns - width - 3));
    StringBuilder out = new StringBuilder();
    String of = owner.replaceFirst("[.]$", "");
    line(out, "%s, 0 to %s; busier is denser: %s", of, Text.about(end), DENSITY);
    List<RingStep> steps = findings.ringSteps();
    if (!steps.isEmpty()) {
      line(out, "%s |%s|", pad(RING, width), steps(steps, end, slices));
    }
    for (Track track : rows) {
      String name = track.name().substring(owner.length());
      line(out, "%s |%s|", pad(name, width), picture(track, end, slices));
    }
    return out.toString();
  }

  /** The part of the names that all rows share, up to a dot. */
  private static String common(List<Track> rows) {
    String shared = rows.get(0).name();
    for (Track row : rows) {
      while (!row.name().startsWith(shared) || (!shared.isEmpty() && !shared.endsWith("."))) {
        shared = shared.substring(0, shared.length() - 1);
      }
    }
    return shared;
  }

  private static String pad(String name, int width) {
    return name + " ".repeat(width - name.length());
  }

  /** Each step's number where its arithmetic begins, dashes while it lasts. */
  private static String steps(List<RingStep> steps, long end, int columns) {
    StringBuilder text = new StringBuilder(" ".repeat(columns));
    for (RingStep step : steps) {
      int from = column(step.startPs(), end, columns);
      for (int at = from; at <= column(step.endPs() - 1, end, columns); at++) {
        text.setCharAt(at, '-');
      }
      String number = Integer.toString(step.step());
      if (from + number.length() <= columns) {
        text.replace(from, from + number.length(), number);
      }
    }
    return text.toString();
  }

  private static int column(long ps, long end, int columns) {
    return (int) Math.max(0, Math.min(columns - 1, (double) ps * columns / Math.max(1, end)));
  }

  private static void list(StringBuilder out, Track track, Outcome outcome, int bars) {
    for (int bar = 0; bar < Math.min(bars, track.size()); bar++) {
      WaitReason reason = track.reason(bar);
      line(
          out,
          "%12s %10s  %s%s",
          micros(track.startPs(bar)),
          micros(track.endPs(bar) - track.startPs(bar)),
          outcome.label(track.process(), track.task(bar)),
          reason == WaitReason.NONE ? "" : "  after " + reason.label());
    }
    if (track.size() > bars) {
      line(out, "%12s", "... " + (track.size() - bars) + " more");
    }
  }

  /** One character for each slice of the run: the busier the slice, the denser. */
  private static String picture(Track track, long end, int columns) {
    long[] busy = new long[columns];
    for (int bar = 0; bar < track.size() && end > 0; bar++) {
      long start = track.startPs(bar);
      while (start < track.endPs(bar)) {
        int column = (int) (start * columns / end);
        long next = Math.min(track.endPs(bar), ((column + 1) * end + columns - 1) / columns);
        busy[column] += next - start;
        start = next;
      }
    }
    StringBuilder text = new StringBuilder();
    for (long slice : busy) {
      double share = (double) slice * columns / Math.max(1, end);
      int level = (int) Math.ceil(share * (DENSITY.length() - 1) - 1e-9);
      text.append(DENSITY.charAt(Math.min(level, DENSITY.length() - 1)));
    }
    return text.toString();
  }

  private static String micros(long ps) {
    return BigDecimal.valueOf(ps, 6).toPlainString();
  }

  private static void line(StringBuilder out, String pattern, Object... args) {
    out.append(String.format(Locale.ROOT, pattern, args).stripTrailing()).append('\n');
  }
}
