package trn2sim.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.unit.Text;
import trn2sim.kernels.nki.Proposal;
import trn2sim.kernels.nki.Recorder;

/** Writes a scenario for an NKI kernel file, with arguments that the kernel takes. */
@Command(
    name = "new",
    description = {
      "Write a scenario for a kernel of an NKI file.",
      "Its sizes are those of a call in the file, if there is one with arrays of stated sizes, or"
          + " are found by trial. A check is added if the kernel's values are those of one."
    },
    mixinStandardHelpOptions = true)
final class NewCommand implements Callable<Integer> {
  private static final int NOT_TAKEN = 1;

  @Parameters(index = "0", paramLabel = "KERNEL.py", description = "A file with an NKI kernel.")
  private Path file;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FUNCTION",
      description = "Which one; not needed if the file has only one.")
  private Optional<String> function = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write it. Default: FUNCTION.yaml beside the kernel.")
  private Optional<Path> output = Optional.empty();

  @Mixin private Recording recording;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  NewCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (!file.toString().endsWith(".py") || !Files.isRegularFile(file)) {
      String found = Files.exists(file) ? "another kind of file" : "no file";
      throw SpecException.at(file.toString(), found, "a Python file with an NKI kernel");
    }
    output.ifPresent(NewCommand::requireFree);
    WriteTrial.file("-o", output.orElse(file.resolveSibling(".yaml")));
    Recorder recorder = Recorder.installed(recording.seconds());
    Proposal recorded =
        saying("trying arguments", () -> recorder.proposal(file, function, kernelName()));
    Path target = output.orElse(file.resolveSibling(fileName(recorded)));
    requireFree(target);
    FoundCheck trial = new FoundCheck(recording.loader(), recorded, target);
    Proposal proposal =
        saying("running it", trial::refusal).map(recorded::refusedFor).orElse(recorded);
    FoundCheck search = new FoundCheck(recording.loader(), proposal, target);
    Optional<String> check = saying("computing", search::find);
    write(target, check.map(proposal::computing).orElse(proposal).scenario());
    terminal.print(
        json ? Json.pretty(document(target, proposal, check)) : said(target, proposal, check));
    return proposal.isTried() ? 0 : NOT_TAKEN;
  }

  /** Says on a terminal what takes a while, until it is done. */
  private <T> T saying(String doing, Supplier<T> work) {
    if (!terminal.progress()) {
      return work.get();
    }
    try (TerminalLine line = new TerminalLine(terminal.err())) {
      line.accept(doing);
      return work.get();
    }
  }

  /** The kernel file as seen from the scenario. */
  private String kernelName() {
    Path folder = output.orElse(file).toAbsolutePath().normalize().getParent();
    return folder.relativize(file.toAbsolutePath().normalize()).toString().replace('\\', '/');
  }

  /** Without what is called: that of {@code Class().kernel}, or {@code make(128)[0]}. */
  private static String fileName(Proposal proposal) {
    return proposal.function().replaceAll("\\(.*?\\)|\\[.*?\\]", "") + ".yaml";
  }

  private static void requireFree(Path target) {
    if (Files.exists(target)) {
      throw SpecException.at(
          target.toString(), "a file that is already there", "a free name; -o FILE sets another");
    }
  }

  private static void write(Path target, String text) {
    try {
      Files.writeString(target, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      requireFree(target);
    } catch (IOException e) {
      throw SpecException.at(
          target.toString(), e.toString(), "a file that can be written: -o FILE");
    }
  }

  private static JsonObject document(Path target, Proposal proposal, Optional<String> check) {
    JsonObject document =
        new JsonObject()
            .put("scenario", target.toString())
            .put("function", proposal.function())
            .put("instructions", proposal.instructions());
    check.ifPresent(text -> document.put("check", text));
    return proposal.isTried() ? document : document.put("refused", proposal.refused());
  }

  private static String said(Path target, Proposal proposal, Optional<String> check) {
    String begin = target + ": " + proposal.function() + ", ";
    if (!proposal.isTried()) {
      String why = "refused with the arguments tried: " + proposal.refused();
      return begin + why + "\nNext: mend that in " + target + ", then trn2sim run " + target + "\n";
    }
    String computes = check.map(text -> "; computes " + text).orElse("");
    String found = Text.count(proposal.instructions(), "instruction") + computes;
    String next = "\nNext: trn2sim run " + target + "\n";
    return proposal.isUnwritten()
        ? begin
            + found
            + "; with the sizes tried it does not write all of its results"
            + "\nNext: set shape in "
            + target
            + ", then trn2sim run "
            + target
            + "\n"
        : begin + found + next;
  }
}
