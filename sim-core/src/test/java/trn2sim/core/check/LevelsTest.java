package trn2sim.core.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

class LevelsTest {
  @Test
  void changesOfOneInstantAreOneStep() {
    long[] at = {40, 10, 10, 20, 20};
    long[] changes = {-1, 3, 4, -3, 2};
    assertEquals(levels(new long[] {10, 20, 40}, 7, 6, 5), Levels.of(at, changes));
    assertEquals(7, Levels.of(at, changes).peak());
  }

  @Test
  void nothingChangesNothing() {
    Levels none = Levels.of(new long[0], new long[0]);
    assertEquals(0, none.size());
    assertEquals(0, none.peak());
    assertEquals(none, none.drawn(5));
  }

  @Test
  void aDrawingKeepsTheExtremesAndTheEndOfEachInterval() {
    Levels levels = levels(new long[] {1, 3, 4, 6, 8, 9, 27, 29}, 5, 9, 6, 2, 4, 3, 1, 8);
    assertEquals(levels(new long[] {3, 6, 9, 27, 29}, 9, 2, 3, 1, 8), levels.drawn(10));
    assertEquals(levels, levels.drawn(1));
  }

  @Test
  void levelsAreEqualByTheirNumbers() {
    assertEquals(levels(new long[] {1}, 2).hashCode(), levels(new long[] {1}, 2).hashCode());
    assertNotEquals(levels(new long[] {1}, 2), levels(new long[] {1}, 3));
    assertNotEquals(levels(new long[] {1}, 2), levels(new long[] {2}, 2));
  }

  private static Levels levels(long[] atPs, long... units) {
    return new Levels(atPs, units);
  }
}
