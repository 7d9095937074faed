package trn2sim.core.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class CalendarTest {
  private final Calendar calendar = new Calendar();

  @Test
  void usesFollowOneAnother() {
    assertEquals(0, calendar.take(0, 10, 0));
    assertEquals(10, calendar.take(0, 10, 0));
    assertEquals(20, calendar.take(5, 1, 0));
  }

  @Test
  void aGapThatIsLongEnoughIsTaken() {
    assertEquals(0, calendar.take(0, 10, 0));
    assertEquals(15, calendar.take(15, 10, 0));
    assertEquals(25, calendar.take(0, 6, 0), "the gap of 5 is too short for 6");
    assertEquals(10, calendar.take(0, 5, 0), "the gap of 5 fits 5");
    assertEquals(31, calendar.take(0, 5, 0));
  }

  @Test
  void aGapMayBeUsedInPart() {
    calendar.take(100, 10, 0);
    assertEquals(40, calendar.take(40, 20, 0));
    assertEquals(0, calendar.take(0, 40, 0));
    assertEquals(60, calendar.take(0, 40, 0));
    assertEquals(110, calendar.take(0, 1, 0));
  }

  /** Against a bit per picosecond: the earliest run of free ones that is long enough. */
  @Property(tries = 300)
  void agreesWithABitmap(
      @ForAll @Size(max = 60) List<@IntRange(max = 60) Integer> aheads,
      @ForAll @Size(max = 60) List<@IntRange(min = 1, max = 12) Integer> lengths,
      @ForAll @IntRange(max = 5) int pace) {
    Calendar tested = new Calendar();
    boolean[] taken = new boolean[4096];
    for (int i = 0; i < Math.min(aheads.size(), lengths.size()); i++) {
      int now = i * pace;
      int ready = now + aheads.get(i);
      int length = lengths.get(i);
      assertEquals(earliest(taken, ready, length), tested.take(ready, length, now));
    }
  }

  /** Finds the place and takes it. */
  private static int earliest(boolean[] taken, int ready, int length) {
    int start = ready;
    for (int at = ready; at < start + length; at++) {
      if (taken[at]) {
        start = at + 1;
      }
    }
    for (int at = start; at < start + length; at++) {
      taken[at] = true;
    }
    return start;
  }
}
