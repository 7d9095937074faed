package trn2sim.cli;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.api.KernelException;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.TooLargeException;

/** The program as a whole: its commands, and what each kind of failure looks like. */
@Command(
    name = "trn2sim",
    description = "Simulates kernels on AWS Trainium2.",
    version = "trn2sim 0.1.0",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class CommandLineProgram implements Runnable {
  private static final int FAILED = 1;
  private static final int BAD_INPUT = 2;

  @Option(
      names = "--debug",
      description = "Show the stack trace of an error.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  private final Terminal terminal;
  private final CommandLine commands;

  CommandLineProgram(Terminal terminal) {
    this.terminal = terminal;
    this.commands =
        new CommandLine(this)
            .addSubcommand(new RunCommand(terminal))
            .addSubcommand(new ValidateCommand(terminal))
            .addSubcommand(new ExplainCommand(terminal))
            .addSubcommand(new SweepCommand(terminal))
            .addSubcommand(new CompareCommand(terminal))
            .addSubcommand(new AccuracyCommand(terminal))
            .addSubcommand(new OrderCommand(terminal))
            .addSubcommand(new RecordCommand(terminal))
            .addSubcommand(new KernelsCommand(terminal))
            .addSubcommand(new DevicesCommand(terminal))
            .addSubcommand(new ReferenceCommand(terminal))
            .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
            .setColorScheme(
                CommandLine.Help.defaultColorScheme(
                    terminal.colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
            .setParameterExceptionHandler((e, args) -> usage(e))
            .setExecutionExceptionHandler((e, line, parsed) -> failed(e));
  }

  int run(String... args) {
    try {
      return commands.execute(args);
    } catch (OutOfMemoryError e) {
      return report(FAILED, e, "out of memory; use a smaller shape or more (-Xmx)");
    }
  }

  @Override
  public void run() {
    throw new ParameterException(commands, "no command given");
  }

  private int usage(ParameterException e) {
    String help = e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
    return report(BAD_INPUT, e, e.getMessage() + suggestion(e) + "; see " + help);
  }

  private static String suggestion(ParameterException e) {
    List<String> nearest =
        e instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
    return nearest.isEmpty() ? "" : "; did you mean " + nearest.get(0) + "?";
  }

  private int failed(Exception e) {
    if (e instanceof TooLargeException) {
      return QuickStart.START_AGAIN;
    }
    if (e instanceof SpecException || e instanceof KernelException) {
      return report(BAD_INPUT, e, e.getMessage());
    }
    if (e instanceof RunFailure || e instanceof UncheckedIOException) {
      return report(FAILED, e, e.getMessage());
    }
    return report(FAILED, e, "internal error, please report it with --debug: " + e);
  }

  private int report(int status, Throwable e, String message) {
    terminal.err().println("trn2sim: " + message.replaceAll("\\s*\\R\\s*", " "));
    if (debug) {
      e.printStackTrace(terminal.err());
    }
    terminal.err().flush();
    return status;
  }
}
