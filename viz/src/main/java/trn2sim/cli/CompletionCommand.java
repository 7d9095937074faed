package trn2sim.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script with which bash and zsh complete commands and options. */
@Command(
    name = "completion",
    description = {
      "Print a script with which bash and zsh complete commands and options.",
      "To use it: source <(trn2sim completion)"
    },
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec private CommandSpec command;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.print(AutoComplete.bash("trn2sim", command.root().commandLine()));
    return 0;
  }
}
