package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import trn2sim.kernels.Kernels;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

/** The table of bars in docs/compiler.md has the times of the run, which add up to it. */
class RingBarsTest {
  private static String us(long ps) {
    return String.format(Locale.ROOT, "%.2f", ps / 1e6);
  }

  /** The second column of the table, row by row. */
  private static List<String> documented() throws IOException {
    List<String> cells = new ArrayList<>();
    boolean inside = false;
    for (String line : Files.readAllLines(Path.of("..", "docs", "compiler.md"))) {
      inside = line.equals("| bars | us | times |") || (inside && line.startsWith("|"));
      if (inside && line.matches(".*[0-9].*")) {
        cells.add(line.split(" \\| ", -1)[1]);
      }
    }
    return cells;
  }

  @Test
  void areThoseOfTheRun() throws IOException {
    Path file = Path.of("..", "scenarios", "fgcc-tp4.yaml");
    RunResult run =
        ScenarioRunner.standard()
            .runOnce(
                new ScenarioLoader(Kernels.ALL)
                    .load(file, List.of(Assignment.parse("run.mode=timing"))));
    List<RingStep> steps = RingStep.of(run);
    RingStep last = steps.get(3);
    String permute = us(last.arrivedPs() - last.sentPs());
    assertEquals(permute, us(steps.get(1).arrivedPs() - steps.get(1).sentPs()));
    assertEquals(permute, us(steps.get(2).arrivedPs() - steps.get(2).sentPs()));
    long end = run.timeline().endPs();
    assertEquals(
        List.of(
            us(steps.get(1).sentPs()),
            permute,
            us(steps.get(2).sentPs() - steps.get(1).arrivedPs())
                + " and "
                + us(last.sentPs() - steps.get(2).arrivedPs()),
            us(last.startPs() - last.arrivedPs()),
            us(last.endPs() - last.startPs()),
            us(end - last.endPs()),
            us(end)),
        documented());
  }
}
