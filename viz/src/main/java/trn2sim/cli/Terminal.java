package trn2sim.cli;

import java.io.PrintStream;
import trn2sim.core.unit.Quote;

/**
 * Where a command writes: results on one stream, everything else on the other.
 *
 * @param colours whether results may be coloured
 * @param progress whether the other stream is a terminal on which a line can be rewritten
 * @param columns how long a line of a summary may be
 */
record Terminal(
    StandardOutput out, PrintStream err, boolean colours, boolean progress, int columns) {
  private static final int USUAL_COLUMNS = 80;
  private static final int FEWEST_COLUMNS = 60;

  private static final String BOLD = "\u001b[1m";
  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String PLAIN = "\u001b[0m";

  /** The launcher says which streams are terminals and how wide, which Java 17 cannot find out. */
  static Terminal of(StandardOutput out, PrintStream err) {
    boolean wanted = System.getenv("NO_COLOR") == null;
    return new Terminal(
        out,
        err,
        wanted && Boolean.getBoolean("trn2sim.stdout.terminal"),
        wanted && Boolean.getBoolean("trn2sim.stderr.terminal"),
        Math.max(FEWEST_COLUMNS, Integer.getInteger("trn2sim.columns", USUAL_COLUMNS)));
  }

  String bold(String text) {
    return paint(BOLD, text);
  }

  String good(String text) {
    return paint(GREEN, text);
  }

  String bad(String text) {
    return paint(RED, text);
  }

  private String paint(String code, String text) {
    return colours ? code + text + PLAIN : text;
  }

  void print(String text) {
    out.print(text);
    out.flush();
  }

  /** A problem, on one line of the stream for everything but results. */
  void say(String problem) {
    String line = problem.replaceAll("\\s*\\R\\s*", " ");
    err.println("trn2sim: " + Quote.escape(line));
    err.flush();
  }
}
