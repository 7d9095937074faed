package trn2sim.cli;

/** The command line's entry point. */
public final class Main {
  private Main() {}

  /** Prints the usage line and ends with the status of bad usage. */
  public static void main(String[] args) {
    System.err.println("usage: trn2sim run|validate|explain|sweep|accuracy|kernels|devices ...");
    System.exit(2);
  }
}
