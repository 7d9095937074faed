package trn2sim.hw.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

class RingOrderTest {
  @Test
  void processingOrderIsOwnRankThenPredecessors() {
    RingOrder order = new RingOrder(List.of(4, 7, 5, 6));
    assertEquals(List.of(5, 7, 4, 6), order.orderFrom(5));
    assertEquals(6, order.successor(5));
    assertEquals(4, order.successor(6));
    assertEquals(7, order.predecessor(5));
    assertEquals(List.of(4, 6, 5, 7), order.orderFrom(4));
    assertThrows(IllegalArgumentException.class, () -> order.successor(0));
  }

  @Property(tries = 200)
  void ringLaws(
      @ForAll @Size(min = 1, max = 40) @UniqueElements List<@IntRange(max = 511) Integer> ranks) {
    RingOrder order = new RingOrder(ranks);
    for (int rank : ranks) {
      List<Integer> from = order.orderFrom(rank);
      assertEquals(new TreeSet<>(ranks), new TreeSet<>(from));
      assertEquals(ranks.size(), from.size());
      assertEquals(rank, from.get(0));
      assertEquals(rank, order.predecessor(order.successor(rank)));
      for (int i = 0; i < from.size(); i++) {
        assertEquals(from.get(i), order.predecessor(i, rank));
      }
    }
    List<Integer> back = new ArrayList<>(ranks);
    Collections.reverse(back.subList(1, back.size()));
    assertEquals(back, order.orderFrom(ranks.get(0)));
  }
}
