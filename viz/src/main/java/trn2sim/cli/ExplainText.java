package trn2sim.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import trn2sim.core.unit.Text;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.Footprint;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.search.FitSearch;
import trn2sim.traces.search.PathFlips;

/**
 * What {@code explain} prints: the path and its rule, what memories hold, and what changes that.
 */
final class ExplainText {
  private static final double KIB = 1 << 10;
  private static final double MIB = 1 << 20;
  private static final int NAME_WIDTH = 10;

  /** Kernels may give every tile a name of its own; the JSON has them all. */
  private static final int MOST_TILES = 16;

  private final Scenario scenario;
  private final Footprint footprint;
  private final HeldOnChip held;
  private final StringBuilder text = new StringBuilder();

  ExplainText(Scenario scenario, Footprint footprint, HeldOnChip held) {
    this.scenario = scenario;
    this.footprint = footprint;
    this.held = held;
  }

  /**
   * @param fits what would fit, if this does not
   */
  String with(List<FitSearch.Fit> fits) {
    Optional<PathChoice> path = footprint.path();
    path.ifPresentOrElse(this::rule, this::onePath);
    sbuf(path.isPresent());
    psum();
    for (FitSearch.Fit fit : fits) {
      line(
          "  fits      with %s = %s: %.1f MiB%s",
          fit.key(), fit.value(), fit.sbufPeakBytes() / MIB, failsThere(fit.originalFails()));
    }
    path.ifPresent(choice -> flips());
    return text.toString();
  }

  private void rule(PathChoice path) {
    line("%s: %s path (%s)", scenario.name(), path.rule(), path.requested());
    line("  why       %s", path.reason());
    path.comparisons().forEach(step -> line("  rule      %s", step));
    line("  channels  %d, tiles %s", path.channels(), path.tiles());
  }

  private void onePath() {
    line("%s: no choice of path: the kernel's source decides", scenario.name());
    String memories =
        footprint.exchanged().stream().map(MemorySpace::name).collect(Collectors.joining(" and "));
    if (!memories.isEmpty()) {
      line("  path      collectives read and write %s", memories);
    }
  }

  private void sbuf(boolean chosen) {
    SpaceLedger ledger = held.now();
    line(
        "  SBUF      peak %.1f of %.1f MiB, %s",
        ledger.sbufPeakBytes() / MIB, ledger.sbufCapacityBytes() / MIB, how(chosen));
    tiles(ledger.entries());
    if (!ledger.fits()) {
      line("  spill     %s", spill());
    }
  }

  private String how(boolean chosen) {
    if (held.isAsCompiled()) {
      return Text.format(
          "as compiled: parts of tiles are freed early or loaded late, nothing is spilled (%.1f MiB"
              + " as written)",
          held.written().sbufPeakBytes() / MIB);
    }
    String but = chosen ? ", although the rule chose it" : "";
    return "if instructions run one after another"
        + (held.now().fits() ? "" : ": DOES NOT FIT" + but);
  }

  private void tiles(List<SpaceLedger.Entry> entries) {
    List<SpaceLedger.Entry> most = entries.subList(0, Math.min(MOST_TILES, entries.size()));
    int longest = most.stream().mapToInt(entry -> entry.buffer().length()).max().orElse(0);
    int width = Math.max(NAME_WIDTH, longest);
    most.forEach(entry -> tile(entry.buffer(), width, entry.bytes()));
    List<SpaceLedger.Entry> rest = entries.subList(most.size(), entries.size());
    if (!rest.isEmpty()) {
      long bytes = rest.stream().mapToLong(SpaceLedger.Entry::bytes).sum();
      tile(rest.size() + " more", width, bytes);
    }
  }

  private void tile(String name, int width, long bytes) {
    boolean small = bytes < MIB / 100;
    line(
        "            %-" + width + "s %7.2f %s",
        name,
        small ? bytes / KIB : bytes / MIB,
        small ? "KiB" : "MiB");
  }

  /** What the compiler does about tiles that exceed SBUF. */
  private String spill() {
    Compiled compiled = footprint.compiled();
    return footprint.compiledLedger().fits()
        ? Text.format(
            "%s of each core saved to HBM and %s loaded again make it fit",
            Text.bytes(compiled.spilledBytes()), Text.bytes(compiled.reloadedBytes()))
        : "what one instruction or a collective needs at once is too large to be spilled";
  }

  private void psum() {
    SpaceLedger ledger = held.now();
    line(
        "  PSUM      peak %d of %d banks, if instructions run one after another%s",
        ledger.psumPeakBanks(), ledger.psumBanks(), ledger.fitsPsum() ? "" : packed());
  }

  /** What the compiler does about tiles that exceed PSUM. */
  private String packed() {
    return footprint.compiledLedger().fitsPsum()
        ? ": small tiles side by side make it fit"
        : ": DOES NOT FIT";
  }

  private void flips() {
    List<PathFlips.Flip> flips = PathFlips.of(scenario);
    for (PathFlips.Flip flip : flips) {
      line(
          "  flips     %s %s %s = %d%s",
          flip.choice().rule(),
          flip.up() ? "from" : "up to",
          flip.dimension(),
          flip.size(),
          failsThere(flip.choice().originalFails()));
    }
    if (flips.isEmpty()) {
      line("  flips     no size of one dimension alone changes the decision");
    }
  }

  private static String failsThere(Optional<String> original) {
    return original.map(why -> PathChoice.FAILS_THERE).orElse("");
  }

  private void line(String format, Object... values) {
    text.append(Text.format(format, values)).append('\n');
  }
}
