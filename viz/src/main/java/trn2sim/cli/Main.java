package trn2sim.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.Locale;

/** The command line's entry point. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the process with its status. */
  public static void main(String[] args) {
    // Charts would otherwise write numbers as the user's language does, and differ in their bytes.
    Locale.setDefault(Locale.ROOT);
    StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
    System.exit(run(out, System.err, args));
  }

  static int run(StandardOutput out, PrintStream err, String... args) {
    return new CommandLineProgram(Terminal.of(out, err), args).status();
  }
}
