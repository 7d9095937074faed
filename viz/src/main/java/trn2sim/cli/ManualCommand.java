package trn2sim.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the help of all commands as a page for {@code man}. */
@Command(
    name = "manual",
    description = {
      "Print a page for man(1), made of the help of every command.",
      "To install it: trn2sim manual > ~/.local/share/man/man1/trn2sim.1"
    },
    mixinStandardHelpOptions = true)
final class ManualCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec command;

  ManualCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandLine all = command.root().commandLine();
    StringBuilder page = new StringBuilder();
    page.append(".TH TRN2SIM 1 \"\" \"").append(command.root().version()[0]).append("\"\n");
    page.append(".SH NAME\ntrn2sim \\- simulates kernels on AWS Trainium2\n");
    page.append(".SH SYNOPSIS\n").append(verbatim(all));
    page.append(".SH COMMANDS\n");
    all.getSubcommands()
        .forEach(
            (name, line) -> page.append(".SS ").append(name).append('\n').append(verbatim(line)));
    page.append(
        ".SH EXIT STATUS\n0 good; 1 a check failed or the kernel cannot run; 2 bad input.\n");
    page.append(".SH ENVIRONMENT\nJAVA_HOME, TRN2SIM_JAVA_OPTS, NO_COLOR, COLUMNS\n");
    terminal.print(page.toString());
    return 0;
  }

  /** Lines that begin with a dot or a quote would be read as requests. */
  private static String verbatim(CommandLine line) {
    String help = line.getUsageMessage(Ansi.OFF).replace("\\", "\\e").replace("-", "\\-");
    return ".nf\n" + help.replaceAll("(?m)^([.'])", "\\\\&$1") + ".fi\n";
  }
}
