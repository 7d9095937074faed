package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.unit.Quote;
import trn2sim.core.unit.Text;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.Footprint;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.export.PathJson;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.search.FitSearch;
import trn2sim.traces.search.PathFlips;

/** Says which path a kernel takes and why, without running it. */
@Command(
    name = "explain",
    description = "Say whether a kernel goes through SBUF or HBM, and why, without running it.",
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  private static final double KIB = 1 << 10;
  private static final double MIB = 1 << 20;
  private static final int NAME_WIDTH = 10;

  /** Kernels may give every tile a name of its own; the JSON has them all. */
  private static final int MOST_TILES = 16;

  @Mixin private ScenarioArguments arguments;

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  ExplainCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<JsonObject> documents = new ArrayList<>();
    for (Scenario scenario : arguments.load(Optional.empty())) {
      documents.add(explain(scenario));
    }
    if (json) {
      boolean one = documents.size() == 1;
      terminal.print(one ? Json.pretty(documents.get(0)) : Json.pretty(documents));
    }
    return 0;
  }

  private JsonObject explain(Scenario scenario) {
    Footprint footprint =
        Attempt.of(scenario, () -> scenario.kernel().footprint(scenario.request()))
            .orElseThrow(
                () -> refuse(scenario, "a kernel that chooses its path: " + why(scenario)));
    Optional<PathChoice> path = footprint.path();
    Held held = Attempt.of(scenario, () -> Held.of(footprint));
    List<FitSearch.Fit> fits = held.now().fits() ? List.of() : FitSearch.of(scenario);
    if (!json) {
      terminal.print(text(scenario, path, held, fits, footprint));
    }
    return json(footprint, held.now(), fits);
  }

  /**
   * What a core holds.
   *
   * @param now what it does hold, unless tiles are spilled
   */
  private record Held(SpaceLedger written, Optional<Compiled> compiled, SpaceLedger now) {
    static Held of(Footprint footprint) {
      SpaceLedger written = footprint.ledger();
      if (written.fits()) {
        return new Held(written, Optional.empty(), written);
      }
      Compiled compiled = footprint.compiled();
      boolean spills = compiled.spilledBytes() > 0 || compiled.reloadedBytes() > 0;
      SpaceLedger now = spills ? written : footprint.ledger(compiled);
      return new Held(written, Optional.of(compiled), now.fits() ? now : written);
    }
  }

  private static String why(Scenario scenario) {
    return scenario.device().name() + " has no SBUF to go through instead of HBM";
  }

  private static SpecException refuse(Scenario scenario, String expected) {
    return scenario.origin().refuse("kernel", Quote.of(scenario.kernel().name()), expected);
  }

  private static JsonObject json(
      Footprint footprint, SpaceLedger ledger, List<FitSearch.Fit> fits) {
    boolean psum = footprint.fitsPsum(ledger);
    JsonObject json =
        footprint
            .path()
            .map(choice -> PathJson.of(choice, ledger, psum))
            .orElseGet(() -> PathJson.of(ledger, psum));
    List<JsonObject> list =
        fits.stream()
            .map(
                fit -> {
                  JsonObject one =
                      new JsonObject()
                          .put("key", fit.key())
                          .put("value", fit.value().toString())
                          .put("sbuf_peak_bytes", fit.sbufPeakBytes());
                  fit.originalFails().ifPresent(why -> one.put("original_fails", why));
                  return one;
                })
            .toList();
    return list.isEmpty() ? json : json.put("fits_with", list);
  }

  private static String text(
      Scenario scenario,
      Optional<PathChoice> path,
      Held held,
      List<FitSearch.Fit> fits,
      Footprint footprint) {
    StringBuilder text = new StringBuilder();
    path.ifPresentOrElse(
        choice -> rule(text, scenario, choice), () -> onePath(text, scenario, footprint));
    space(text, held, footprint, path.isPresent());
    for (FitSearch.Fit fit : fits) {
      line(
          text,
          "  fits      with %s = %s: %.1f MiB%s",
          fit.key(),
          fit.value(),
          fit.sbufPeakBytes() / MIB,
          failsThere(fit.originalFails()));
    }
    path.ifPresent(choice -> flips(text, scenario));
    return text.toString();
  }

  private static void rule(StringBuilder text, Scenario scenario, PathChoice path) {
    line(text, "%s: %s path (%s)", scenario.name(), path.rule(), path.requested());
    line(text, "  why       %s", path.reason());
    path.comparisons().forEach(step -> line(text, "  rule      %s", step));
    line(text, "  channels  %d, tiles %s", path.channels(), path.tiles());
  }

  private static void onePath(StringBuilder text, Scenario scenario, Footprint footprint) {
    line(text, "%s: one path, as its source has it", scenario.name());
    String memories =
        footprint.exchanged().stream().map(MemorySpace::name).collect(Collectors.joining(" and "));
    if (!memories.isEmpty()) {
      line(text, "  path      collectives read and write %s", memories);
    }
  }

  private static void space(StringBuilder text, Held held, Footprint footprint, boolean chosen) {
    SpaceLedger ledger = held.now();
    line(
        text,
        "  SBUF      peak %.1f of %.1f MiB, %s",
        ledger.sbufPeakBytes() / MIB,
        ledger.sbufCapacityBytes() / MIB,
        how(held, chosen));
    held(text, ledger.entries());
    if (!ledger.fits()) {
      line(text, "  spill     %s", spill(footprint, held.compiled().orElseThrow()));
    }
    line(
        text,
        "  PSUM      peak %d of %d banks, if instructions run one after another%s",
        ledger.psumPeakBanks(),
        ledger.psumBanks(),
        packed(ledger, footprint));
  }

  /** What the compiler does about tiles that exceed PSUM. */
  private static String packed(SpaceLedger ledger, Footprint footprint) {
    if (ledger.fitsPsum()) {
      return "";
    }
    return footprint.fitsPsum(ledger) ? ": small tiles side by side make it fit" : ": DOES NOT FIT";
  }

  private static String how(Held held, boolean chosen) {
    if (held.now() != held.written()) {
      return Text.format(
          "as compiled: parts of tiles are freed early or loaded late, nothing is spilled (%.1f MiB"
              + " as written)",
          held.written().sbufPeakBytes() / MIB);
    }
    String but = chosen ? ", although the rule chose it" : "";
    return "if instructions run one after another"
        + (held.now().fits() ? "" : ": DOES NOT FIT" + but);
  }

  private static void held(StringBuilder text, List<SpaceLedger.Entry> entries) {
    List<SpaceLedger.Entry> most = entries.subList(0, Math.min(MOST_TILES, entries.size()));
    int width = most.stream().mapToInt(entry -> entry.buffer().length()).max().orElse(0);
    for (SpaceLedger.Entry entry : most) {
      held(text, entry.buffer(), Math.max(NAME_WIDTH, width), entry.bytes());
    }
    List<SpaceLedger.Entry> rest = entries.subList(most.size(), entries.size());
    if (!rest.isEmpty()) {
      long bytes = rest.stream().mapToLong(SpaceLedger.Entry::bytes).sum();
      held(text, rest.size() + " more", Math.max(NAME_WIDTH, width), bytes);
    }
  }

  private static void held(StringBuilder text, String name, int width, long bytes) {
    boolean small = bytes < MIB / 100;
    line(
        text,
        "            %-" + width + "s %7.2f %s",
        name,
        small ? bytes / KIB : bytes / MIB,
        small ? "KiB" : "MiB");
  }

  private static String failsThere(Optional<String> original) {
    return original.map(why -> PathChoice.FAILS_THERE).orElse("");
  }

  private static void flips(StringBuilder text, Scenario scenario) {
    List<PathFlips.Flip> flips = PathFlips.of(scenario);
    for (PathFlips.Flip flip : flips) {
      line(
          text,
          "  flips     %s %s %s = %d%s",
          flip.choice().rule(),
          flip.up() ? "from" : "up to",
          flip.dimension(),
          flip.size(),
          failsThere(flip.choice().originalFails()));
    }
    if (flips.isEmpty()) {
      line(text, "  flips     no size of one dimension alone changes the decision");
    }
  }

  /** What the compiler does about tiles that exceed SBUF. */
  private static String spill(Footprint footprint, Compiled compiled) {
    return footprint.ledger(compiled).fits()
        ? Text.format(
            "%s of each core saved to HBM and %s loaded again make it fit",
            Text.bytes(compiled.spilledBytes()), Text.bytes(compiled.reloadedBytes()))
        : "what one instruction or a collective needs at once is too large to be spilled";
  }

  private static void line(StringBuilder text, String format, Object... values) {
    text.append(Text.format(format, values)).append('\n');
  }
}
