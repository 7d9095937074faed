package trn2sim.traces.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import trn2sim.traces.Runs;
import trn2sim.traces.scenario.Scenario;

class InstructionLimitTest {
  @Test
  void theLimitIsTheLargestRunThatIsAccepted() {
    Scenario scenario = Runs.scenario(Runs.SMALL);
    ScenarioRunner runner = ScenarioRunner.standard();
    long instructions = runner.run(scenario).instructions();
    assertEquals(instructions, runner.upTo(instructions).run(scenario).instructions());
    ScenarioRunner strict = runner.upTo(instructions - 1);
    assertThrows(TooLargeException.class, () -> strict.run(scenario));
  }
}
