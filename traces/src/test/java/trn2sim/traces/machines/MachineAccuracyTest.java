package trn2sim.traces.machines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import trn2sim.traces.accuracy.AccuracyRow;

/** The measured rows of the other machines, within the stated bounds. */
class MachineAccuracyTest {
  private static final int FEW_TILES = 2048 * 4096;
  private static final double SCATTER = 8;

  @Test
  void ascendRowsWithinTenPercentAndFiveRms() {
    List<Double> all = new ArrayList<>();
    Tables.errors(Tables.rows("ascend", List.of())).values().forEach(all::addAll);
    assertTrue(all.size() == 8 && Tables.worst(all) <= 10, all.toString());
    assertTrue(Tables.rms(all) <= 5, all.toString());
  }

  /**
   * The shape with the fewest tiles, which is quick. Equal rows scatter by 8 %, so a single shape
   * cannot be held to the mean over all of them; the slow test is.
   */
  @Test
  void smallH200RowsWithinTheirBounds() {
    List<AccuracyRow> rows =
        Tables.rows("h200", row -> number(row, "M") * number(row, "n") <= FEW_TILES);
    assertTrue(rows.size() >= 20, "rows of every group");
    checkH200(rows, SCATTER);
  }

  @Test
  void smallH100RowsWithinFifteenPercent() {
    checkH100(row -> number(row, "K") <= 1024);
  }

  @Test
  @EnabledIfSystemProperty(named = "mechanisms", matches = "true")
  void allRowsWithinTheirBounds() {
    checkH200(Tables.rows("h200", List.of()), 5);
    checkH100(row -> true);
  }

  private static void checkH200(List<AccuracyRow> rows, double parts) {
    Tables.errors(rows)
        .forEach(
            (name, errors) -> {
              boolean overlap = name.contains("pipelined");
              assertTrue(Tables.mean(errors) <= (overlap ? 10 : parts), name + ": " + errors);
              assertTrue(!overlap || Tables.worst(errors) <= 25, name + ": " + errors);
            });
  }

  private static void checkH100(Predicate<AccuracyRow> wanted) {
    List<AccuracyRow> rows =
        Tables.rows("h100", wanted.and(row -> row.set().equals("calibration")));
    Tables.errors(rows)
        .forEach((name, errors) -> assertTrue(Tables.worst(errors) <= 15, name + ": " + errors));
  }

  private static long number(AccuracyRow row, String dimension) {
    return row.scenario().shape().integer(dimension);
  }
}
