package trn2sim.cli;

import java.io.PrintStream;

/**
 * Where a command writes: results on one stream, everything else on the other.
 *
 * @param colours whether results may be coloured
 * @param progress whether the other stream is a terminal on which a line can be rewritten
 */
record Terminal(StandardOutput out, PrintStream err, boolean colours, boolean progress) {
  private static final String BOLD = "\u001b[1m";
  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String PLAIN = "\u001b[0m";

  /** The launcher says which of the streams is a terminal, which Java 17 cannot find out. */
  static Terminal of(StandardOutput out, PrintStream err) {
    boolean wanted = System.getenv("NO_COLOR") == null;
    return new Terminal(
        out,
        err,
        wanted && Boolean.getBoolean("trn2sim.stdout.terminal"),
        wanted && Boolean.getBoolean("trn2sim.stderr.terminal"));
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
}
