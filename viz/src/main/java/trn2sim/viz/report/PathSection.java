package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import trn2sim.core.unit.Text;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.Route;
import trn2sim.traces.search.OtherPath;

/** Which path the kernel took, why, and the bytes that decided it. */
final class PathSection implements Section {
  @Override
  public String title() {
    return "Path and its ledger";
  }

  @Override
  public boolean applies(Findings findings) {
    return findings.route().isPresent();
  }

  @Override
  public void write(Findings findings, Markup out) {
    Route route = findings.route().orElseThrow();
    new Table(List.of("", ""), facts(route, findings)).write(out);
    List<List<String>> rows = new ArrayList<>();
    for (SpaceLedger.Entry entry : route.ledger().entries()) {
      rows.add(List.of(entry.buffer(), entry.memory(), Bytes.mib(entry.bytes())));
    }
    if (!rows.isEmpty()) {
      new Table(List.of("buffer", "memory", "MiB"), rows).write(out);
    }
  }

  private static List<List<String>> facts(Route route, Findings findings) {
    PathChoice choice = route.choice();
    SpaceLedger ledger = route.ledger();
    String tiles =
        choice.tiles().entrySet().stream()
            .map(tile -> tile.getKey().replace('_', ' ') + " " + tile.getValue())
            .collect(Collectors.joining(", "));
    List<List<String>> facts = new ArrayList<>();
    facts.add(List.of("rule", choice.rule()));
    facts.add(List.of("requested", choice.requested()));
    facts.add(List.of("reason", choice.reason()));
    facts.add(List.of("fits SBUF", ledger.fits() ? "yes" : "no"));
    facts.add(List.of("fits PSUM", ledger.fitsPsum() ? "yes" : "no"));
    facts.add(List.of("SBUF needed at least, MiB", Bytes.mib(ledger.sbufPeakBytes())));
    facts.add(List.of("SBUF capacity, MiB", Bytes.mib(ledger.sbufCapacityBytes())));
    facts.add(
        List.of(
            "PSUM needed at least, banks", ledger.psumPeakBanks() + " of " + ledger.psumBanks()));
    findings.onChip().ifPresent(used -> facts.add(List.of("on chip", used.text())));
    facts.add(List.of("channels", Integer.toString(choice.channels())));
    facts.add(List.of("tiles", tiles));
    facts.add(List.of("comparisons", String.join("; ", choice.comparisons())));
    findings.sideRuns().otherPath().ifPresent(path -> facts.add(List.of("other", describe(path))));
    return facts;
  }

  private static String describe(OtherPath other) {
    return other.totalPs().isPresent()
        ? other.rule() + ", " + Text.about(other.totalPs().getAsLong())
        : other.rule() + ", refused: " + other.refusal();
  }
}
