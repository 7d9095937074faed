package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.json.Json;
import trn2sim.traces.export.ScenarioJson;
import trn2sim.traces.scenario.Scenario;

/** What was run, so that it can be run again. */
final class ScenarioSection implements Section {
  @Override
  public String title() {
    return "Scenario as run";
  }

  @Override
  public boolean applies(ReportData data) {
    return true;
  }

  @Override
  public void write(ReportData data, Markup out) {
    Scenario scenario = data.result().scenario();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("file", scenario.origin().file()));
    rows.add(List.of("device", scenario.device().title() + ", " + scenario.device().digest()));
    rows.add(List.of("timeline digest", data.result().timeline().digest()));
    rows.add(
        List.of(
            "simulation",
            data.result().instructions() + " instructions, " + data.result().events() + " events"));
    Table.write(out, List.of("", ""), rows);
    out.element("pre", Json.pretty(ScenarioJson.of(scenario)));
  }
}
