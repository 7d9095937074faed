package trn2sim.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;
import trn2sim.core.config.Nearest;
import trn2sim.core.unit.Quote;

/** The program as a whole: its commands, and what each kind of failure looks like. */
@Command(
    name = "trn2sim",
    description = "Simulates kernels on AWS Trainium2.",
    version = "trn2sim 0.1.0",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class CommandLineProgram implements Runnable {
  private static final Pattern VALUE =
      Pattern.compile("Invalid value for option '([^']*)': (?:\\1: )?(.*)", Pattern.DOTALL);

  private static final Pattern TYPE =
      Pattern.compile("'(.*)' is not an? (int|long|boolean)", Pattern.DOTALL);

  @Option(
      names = "--debug",
      description = "Show the stack trace of an error.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  private final Terminal terminal;
  private final String[] args;
  private final CommandLine commands;

  CommandLineProgram(Terminal terminal, String... args) {
    this.terminal = terminal;
    this.args = args;
    this.commands = new CommandLine(this);
    needed().forEach(commands::addSubcommand);
    commands
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8))
        .setColorScheme(
            CommandLine.Help.defaultColorScheme(
                terminal.colours() ? CommandLine.Help.Ansi.ON : CommandLine.Help.Ansi.OFF))
        .registerConverter(Path.class, CommandLineProgram::path)
        .registerConverter(TraceChoice.class, TraceChoice::of)
        .setParameterExceptionHandler((e, given) -> usage(e))
        .setExecutionExceptionHandler((e, line, parsed) -> failed(e));
  }

  /** Picocli takes a while to learn about a command; most runs need one and none of the others. */
  private List<Object> needed() {
    List<Object> commands = new ArrayList<>(independent());
    for (Object command : commands) {
      if (args.length > 0 && args[0].equals(name(command))) {
        return List.of(command);
      }
    }
    commands.addAll(
        List.of(new CompletionCommand(terminal), new ManualCommand(terminal), new HelpCommand()));
    return commands;
  }

  /** The commands that say nothing about others, in the order in which help lists them. */
  private List<Object> independent() {
    return List.of(
        new RunCommand(terminal),
        new ValidateCommand(terminal),
        new ExplainCommand(terminal),
        new SweepCommand(terminal),
        new ClusterSweepCommand(terminal),
        new CompareCommand(terminal),
        new ProfileCommand(terminal),
        new CalibrateCommand(terminal),
        new AdviseCommand(terminal),
        new AccuracyCommand(terminal),
        new OrderCommand(terminal),
        new NewCommand(terminal),
        new RecordCommand(terminal),
        new KernelsCommand(terminal),
        new DevicesCommand(terminal),
        new ReferenceCommand(terminal));
  }

  private static String name(Object command) {
    return command.getClass().getAnnotation(Command.class).name();
  }

  /** Results that nobody received are a failure, whatever else went well. */
  int status() {
    int status = execute();
    String lost = terminal.out().failure();
    if (!lost.isEmpty()) {
      terminal.say("could not write to standard output: " + lost);
    }
    return lost.isEmpty() || status != 0 ? status : Failure.FAILED;
  }

  private int execute() {
    try {
      return commands.execute(args);
    } catch (OutOfMemoryError e) {
      return report(
          Failure.FAILED,
          e,
          "out of memory; use a smaller shape, or more memory: TRN2SIM_JAVA_OPTS=-Xmx8g");
    }
  }

  @Override
  public void run() {
    throw new ParameterException(commands, "no command given");
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(Failure.of(e).message());
    }
  }

  private int usage(ParameterException e) {
    String help = e.getCommandLine().getCommandSpec().qualifiedName() + " --help";
    String meant = suggestion(e);
    String see = meant.isEmpty() ? "; see " : " See ";
    return report(Failure.BAD_INPUT, e, problem(e) + meant + see + help);
  }

  private static String problem(ParameterException e) {
    Optional<String> command = unknownCommand(e);
    if (command.isPresent()) {
      return "no command " + Quote.of(command.get());
    }
    String message = String.valueOf(e.getMessage()).replaceFirst("[.]$", "");
    Matcher value = VALUE.matcher(message);
    return value.matches() ? wrongValue(value.group(1), value.group(2)) : message;
  }

  /** Picocli names Java's types. */
  private static String wrongValue(String option, String problem) {
    Matcher type = TYPE.matcher(problem);
    if (!type.matches()) {
      return option + ": " + problem;
    }
    String expected = type.group(2).equals("boolean") ? "no value" : "a whole number";
    return option + ": found " + Quote.of(type.group(1)) + ", expected " + expected;
  }

  /** Picocli counts arguments where a command is not known, and help has words of its own. */
  private static Optional<String> unknownCommand(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      boolean command = !e.getCommandLine().getSubcommands().isEmpty();
      return Optional.of(unmatched.getUnmatched().get(0))
          .filter(given -> command && !given.startsWith("-"));
    }
    return Optional.ofNullable(e.getMessage())
        .filter(message -> message.startsWith("Unknown subcommand"))
        .map(message -> e.getValue());
  }

  private static String suggestion(ParameterException e) {
    return nearest(e).map(meant -> "; did you mean " + meant + "?").orElse("");
  }

  /** Picocli's own suggestions know no swapped letters, and options only if they begin right. */
  private static Optional<String> nearest(ParameterException e) {
    CommandLine command = e.getCommandLine();
    Optional<String> name = unknownCommand(e);
    if (name.isPresent()) {
      return Nearest.to(name.get(), command.getSubcommands().keySet());
    }
    return Optional.of(e)
        .filter(UnmatchedArgumentException.class::isInstance)
        .map(unmatched -> ((UnmatchedArgumentException) unmatched).getUnmatched().get(0))
        .filter(given -> given.startsWith("-"))
        .map(given -> given.replaceFirst("=.*", ""))
        .flatMap(given -> Nearest.to(given, command.getCommandSpec().optionsMap().keySet()));
  }

  private int failed(Exception e) {
    Failure failure = Failure.of(e);
    return report(failure.status(), e, failure.message());
  }

  private int report(int status, Throwable e, String message) {
    terminal.say(message);
    if (debug) {
      e.printStackTrace(terminal.err());
    }
    terminal.err().flush();
    return status;
  }
}
