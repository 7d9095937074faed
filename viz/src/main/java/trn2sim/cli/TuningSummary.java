package trn2sim.cli;

import java.util.List;
import java.util.stream.Collectors;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.search.LineSearch;
import trn2sim.traces.search.Tried;
import trn2sim.traces.search.Tuning;

/** What {@code advise} prints: the best first, then everything that was tried. */
final class TuningSummary {
  private static final int MARGIN = 2;
  private static final int MOST_PAIRS = 3;

  /** Of the causes none is claimed: times alone do not tell them apart. */
  private static final String SLOWER =
      "A faster part can make a run longer, in two ways: what it moves takes more of what others"
          + " share with it (DMA engines, links, HBM), so that they wait; or instructions come in"
          + " another order. Which of them it is here was not looked for.";

  private final Terminal terminal;
  private final String command;
  private final StringBuilder out = new StringBuilder();

  /**
   * @param command what runs the scenario as it is
   */
  TuningSummary(Terminal terminal, String command) {
    this.terminal = terminal;
    this.command = command;
  }

  String of(Tuning tuning, List<LineSearch.FreeLine> lines, List<String> numbers) {
    answer(tuning);
    lines(lines);
    table("one option", tuning.options());
    remedy(tuning, lines);
    pairs(tuning);
    table("what if (the device, which is not yours to choose)", tuning.hardware());
    if (tuning.hardware().stream().anyMatch(part -> part.gain() < -Tried.WORTH_WHILE)) {
      paragraph(SLOWER);
      out.append('\n');
    }
    sizes(tuning.sizes());
    for (Tuning.Refused no : tuning.refused()) {
      paragraph("left out: " + no.settings() + ": " + no.reason());
    }
    numbers.forEach(
        key -> paragraph("not tried: " + key + ", whose values only its author knows; use axes"));
    if (tuning.untriedPairs() > 0) {
      paragraph(
          "not tried: "
              + Text.count(tuning.untriedPairs(), "more pair")
              + ", of options that gain less");
    }
    paragraph(Text.count(tuning.simulations(), "simulation"));
    return out.toString();
  }

  private void answer(Tuning tuning) {
    String now = tuning.scenario() + ": about " + Text.about(tuning.basePs()) + ". ";
    String then =
        tuning
            .combination()
            .map(
                best ->
                    Text.format(
                        "Best: about %s, %s less, with", about(best), Text.percent(best.gain())))
            .orElse("No option gains more than 1 %.");
    paragraph(now + then);
    tuning.originalFails().ifPresent(why -> paragraph("Note: " + why + "."));
    tuning
        .combination()
        .ifPresent(
            best -> {
              StringBuilder better = new StringBuilder(" ".repeat(MARGIN)).append(command);
              best.changes().forEach(change -> better.append(" --set ").append(change));
              out.append(Wrapped.text(better.toString(), 2 * MARGIN, terminal.columns()));
            });
    out.append('\n');
  }

  private void lines(List<LineSearch.FreeLine> lines) {
    if (lines.isEmpty()) {
      return;
    }
    out.append(terminal.bold("if a source line took no time: the most that a change can gain"));
    out.append('\n');
    for (LineSearch.FreeLine line : lines) {
      String text =
          Text.format("%8s %7s  %s", Text.about(line.ps()), change(line.gain()), line.words());
      out.append(Wrapped.text(text, MARGIN + MARGIN, terminal.columns()));
    }
    out.append('\n');
  }

  /** The author of a kernel writes other words than a scenario. */
  private void remedy(Tuning tuning, List<LineSearch.FreeLine> lines) {
    String remedies =
        tuning.options().stream()
            .flatMap(one -> one.changes().stream())
            .flatMap(change -> change.inKernel().map(words -> change + " is " + words).stream())
            .collect(Collectors.joining("; "));
    if (!remedies.isEmpty() && !lines.isEmpty()) {
      paragraph("In the kernel, " + remedies + ".");
      out.append('\n');
    }
  }

  /** Only those that beat the best option alone, and the scenario as it is. */
  private void pairs(Tuning tuning) {
    long alone = tuning.options().stream().mapToLong(Tried::ps).min().orElse(0);
    long least = Math.min(alone, tuning.basePs());
    List<Tried> better = tuning.pairs().stream().filter(pair -> pair.ps() < least).toList();
    table("two options together", better.stream().limit(MOST_PAIRS).toList());
    if (better.isEmpty() && !tuning.pairs().isEmpty()) {
      String what = alone < tuning.basePs() ? "beats the best option alone" : "gains either";
      paragraph(Text.count(tuning.pairs().size(), "pair") + " tried: none " + what + ".");
      out.append('\n');
    }
  }

  private void table(String title, List<Tried> tried) {
    if (tried.isEmpty()) {
      return;
    }
    out.append(terminal.bold(title)).append('\n');
    for (Tried one : tried.stream().filter(Tried::matters).toList()) {
      String text =
          Text.format("%8s %7s  %s: %s", about(one), change(one.gain()), from(one), one.why());
      out.append(Wrapped.text(text, MARGIN + MARGIN, terminal.columns()));
    }
    List<String> rest = tried.stream().filter(one -> !one.matters()).map(Tried::settings).toList();
    if (!rest.isEmpty()) {
      paragraph(" ".repeat(MARGIN) + "no effect: " + String.join(", ", rest));
    }
    out.append('\n');
  }

  /** How much longer or shorter it takes. */
  private static String change(double gain) {
    String text = Text.format("%+.1f %%", -100 * gain);
    return text.substring(1).equals("0.0 %") ? "0 %" : text;
  }

  private static String from(Tried one) {
    if (one.changes().size() != 1 || !one.variation().name().isEmpty()) {
      return one.settings();
    }
    var change = one.changes().get(0);
    return Text.format("%s %s -> %s", change.key(), change.from(), change.to());
  }

  private void sizes(List<Tried> tried) {
    if (tried.isEmpty()) {
      return;
    }
    boolean rates = tried.stream().anyMatch(one -> one.rate() != 0);
    String title = "other sizes: other work" + (rates ? ", so compare the rate" : "");
    out.append(terminal.bold(title)).append('\n');
    for (Tried one : tried) {
      String idle = rates ? ", where the kernel multiplies nothing" : "";
      String rate = one.rate() == 0 ? idle : Text.format(", rate %.2fx", one.rate());
      String fails = one.originalFails().map(why -> PathChoice.FAILS_THERE).orElse("");
      String text = Text.format("%8s  %s%s%s", about(one), from(one), rate, fails);
      out.append(Wrapped.text(text, MARGIN, terminal.columns()));
    }
    out.append('\n');
  }

  private void paragraph(String text) {
    out.append(Wrapped.text(text, MARGIN, terminal.columns()));
  }

  private static String about(Tried one) {
    return Text.about(one.ps());
  }
}
