package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.json.Json;
import trn2sim.core.unit.Text;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.scenario.Scenario;

/** What was run, so that it can be run again. */
final class ScenarioSection implements Section {
  @Override
  public String title() {
    return "Scenario as run";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.run().measured();
  }

  @Override
  public void write(Findings findings, Markup out) {
    Scenario scenario = findings.run().scenario();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("file", scenario.origin().file()));
    rows.add(List.of("device", scenario.device().title() + ", " + scenario.device().digest()));
    rows.add(List.of("timeline digest", findings.digest()));
    rows.add(
        List.of(
            "simulation",
            Text.count(findings.run().instructions(), "instruction")
                + ", "
                + Text.count(findings.run().events(), "event")));
    new Table(List.of("", ""), rows).write(out);
    out.element("pre", Json.pretty(ScenarioJson.of(scenario)));
  }
}
