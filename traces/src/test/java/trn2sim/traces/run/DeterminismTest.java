package trn2sim.traces.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import trn2sim.core.json.Json;
import trn2sim.core.sim.EventListKind;
import trn2sim.traces.Runs;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;

class DeterminismTest {
  @Test
  void everyEventListGivesTheSameResult() {
    Set<String> documents = new HashSet<>();
    for (EventListKind list : EventListKind.values()) {
      RunResult result = new ScenarioRunner(list, 1).run(Runs.scenario(Runs.SMALL));
      documents.add(Json.pretty(ResultJson.of(Findings.of(result))));
    }
    assertEquals(1, documents.size());
  }

  @Test
  void arithmeticDoesNotChangeTheTimeline() {
    Set<String> digests = new HashSet<>();
    for (String mode : new String[] {"timing", "functional", "both"}) {
      RunResult result = Runs.run(Runs.SMALL + "run: { mode: " + mode + ", data: integers }");
      digests.add(result.timeline().digest());
      assertTrue(result.passed());
      assertEquals(mode.equals("timing") ? 0 : 1, result.verdicts().size());
    }
    assertEquals(1, digests.size());
  }

  @Test
  void threadsDoNotChangeTheDocument() {
    Set<String> documents = new HashSet<>();
    for (String rounding : new String[] {"nearest", "stochastic"}) {
      String text = Runs.SMALL + "run: { mode: both, rounding: " + rounding + " }";
      for (int threads : new int[] {1, 2, 3}) {
        ScenarioRunner runner = new ScenarioRunner(EventListKind.SPLAY_TREE, threads);
        String document = Json.pretty(ResultJson.of(Findings.of(runner.run(Runs.scenario(text)))));
        assertTrue(document.contains("\"rounding\": \"" + rounding + "\""), document);
        documents.add(document);
      }
    }
    assertEquals(2, documents.size());
  }
}
