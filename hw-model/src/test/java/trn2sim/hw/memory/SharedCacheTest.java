package trn2sim.hw.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What a piece costs the first time, soon after, and much later. */
class SharedCacheTest {
  @Test
  void firstReadComesFromMemoryAndASoonOneFromTheCache() {
    SharedCache cache = new SharedCache(100, 400, 1000);
    assertEquals(50, cache.read(1, 50));
    assertEquals(0, cache.read(1, 50));
    assertEquals(100, cache.read(2, 100));
    assertEquals(0, cache.read(1, 50), "100 bytes later it is still in the window");
  }

  @Test
  void laterTheShareThatDoesNotFitComesFromMemory() {
    SharedCache cache = new SharedCache(100, 400, 1000);
    cache.read(1, 50);
    cache.read(2, 101);
    assertEquals(30, cache.read(1, 50), 1e-9, "six tenths of the operands do not fit");
  }

  @Test
  void operandsThatFitStay() {
    SharedCache cache = new SharedCache(10, 1000, 1000);
    cache.read(1, 500);
    cache.read(2, 500);
    assertEquals(0, cache.read(1, 500));
  }
}
