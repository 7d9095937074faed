package trn2sim.cli;

import java.io.PrintStream;

/** The command line's entry point. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    int status = run(System.out, System.err, args);
    System.out.flush();
    System.exit(status);
  }

  static int run(PrintStream out, PrintStream err, String... args) {
    return new CommandLineProgram(Terminal.of(out, err)).run(args);
  }
}
