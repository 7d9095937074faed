package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import org.junit.jupiter.api.Test;

class RehearsalTest {
  /** What goes wrong in a rehearsal is never seen outside. */
  @Test
  void goesFromStreamToReport() {
    assertDoesNotThrow(Rehearsal::play);
  }
}
