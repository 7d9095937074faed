package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.core.unit.Quote;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.kernels.api.Footprint;
import trn2sim.traces.export.PathJson;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.search.FitSearch;

/** Says which path a kernel takes and why, without running it. */
@Command(
    name = "explain",
    description = "Say whether a kernel goes through SBUF or HBM, and why, without running it.",
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
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
    HeldOnChip held = Attempt.of(scenario, () -> HeldOnChip.of(footprint));
    List<FitSearch.Fit> fits = held.now().fits() ? List.of() : FitSearch.of(scenario);
    if (!json) {
      terminal.print(new ExplainText(scenario, footprint, held).with(fits));
    }
    return json(footprint, held.now(), fits);
  }

  private static String why(Scenario scenario) {
    return scenario.device().name() + " has no SBUF to go through instead of HBM";
  }

  private static SpecException refuse(Scenario scenario, String expected) {
    return scenario.origin().refuse("kernel", Quote.of(scenario.kernel().name()), expected);
  }

  private static JsonObject json(
      Footprint footprint, SpaceLedger ledger, List<FitSearch.Fit> fits) {
    boolean psum = ledger.fitsPsum() || footprint.compiledLedger().fitsPsum();
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
}
