package trn2sim.traces.machines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The measured rows of the other machines, within the stated bounds. */
class MachineAccuracyTest {
  private static final Map<String, String> AS_IS = Map.of();

  @Test
  void ascendRowsWithinTenPercentAndFiveRms() {
    List<Double> all = new ArrayList<>();
    Errors.byGroup(MachineTable.read("ascend-910b1"), AS_IS)
        .values()
        .forEach(errors -> all.addAll(errors.percent()));
    Errors errors = new Errors(all);
    assertTrue(errors.worst() <= 10, errors.toString());
    assertTrue(errors.rms() <= 5, errors.toString());
  }

  @Test
  void h200PartsWithinFivePercentAndOverlapWithinTen() {
    Map<String, Errors> groups = Errors.byGroup(MachineTable.read("h200-pcie"), AS_IS);
    groups.forEach(
        (name, errors) -> {
          boolean overlap = name.contains("pipelined");
          assertTrue(errors.mean() <= (overlap ? 10 : 5), name + ": " + errors);
          assertTrue(!overlap || errors.worst() <= 25, name + ": " + errors);
        });
  }

  @Test
  void h100CalibrationRowsWithinFifteenPercent() {
    List<MachineTable.Row> rows =
        MachineTable.read("h100x8").stream()
            .filter(row -> row.set().equals("calibration"))
            .toList();
    Errors.byGroup(rows, AS_IS)
        .forEach((name, errors) -> assertTrue(errors.worst() <= 15, name + ": " + errors));
  }
}
