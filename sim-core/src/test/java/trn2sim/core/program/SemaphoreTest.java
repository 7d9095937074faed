package trn2sim.core.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SemaphoreTest {
  private final Semaphore semaphore = new Semaphore("s");

  @Test
  void nothingIsReachedBeforeTheFirstRise() {
    assertEquals(0, semaphore.value());
    assertEquals(0, semaphore.reachedPs(0));
    assertEquals(Placement.PENDING, semaphore.reachedPs(1));
  }

  @Test
  void everyValueHasTheTimeOfTheRiseThatReachedIt() {
    semaphore.rise(2, 100);
    semaphore.rise(3, 250);
    assertEquals(5, semaphore.value());
    assertEquals(100, semaphore.reachedPs(1));
    assertEquals(100, semaphore.reachedPs(2));
    assertEquals(250, semaphore.reachedPs(3));
    assertEquals(250, semaphore.reachedPs(5));
    assertEquals(Placement.PENDING, semaphore.reachedPs(6));
  }

  /** Rises are counted in the order in which they became known; time never runs back. */
  @Test
  void aRiseKnownLaterCountsNoEarlier() {
    semaphore.rise(1, 300);
    semaphore.rise(1, 200);
    assertEquals(300, semaphore.reachedPs(1));
    assertEquals(300, semaphore.reachedPs(2));
  }

  @Test
  void manyRises() {
    for (int i = 1; i <= 1000; i++) {
      semaphore.rise(1, i * 7L);
    }
    assertEquals(7, semaphore.reachedPs(1));
    assertEquals(700, semaphore.reachedPs(100));
    assertEquals(7000, semaphore.reachedPs(1000));
  }
}
