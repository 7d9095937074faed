package trn2sim.hw.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class RegionUsesTest {
  /**
   * @param number makes equal regions different uses; even ones may be dropped
   */
  private record Use(int number, Region region) implements RegionUses.Use {}

  /** Small pieces from the left to the right, now and then a large part of what is there. */
  @Provide
  Arbitrary<List<Region>> regions() {
    Arbitrary<Integer> sizes =
        Arbitraries.frequencyOf(
            Tuple.of(20, Arbitraries.integers().between(1, 8)),
            Tuple.of(1, Arbitraries.integers().between(8, 300)));
    Arbitrary<Region> region =
        Combinators.combine(
                Arbitraries.integers().between(0, 3),
                Arbitraries.integers().between(1, 4),
                Arbitraries.integers().between(0, 20),
                sizes)
            .as((row, rows, col, cols) -> new Region(row, row + rows, col - cols, col));
    return region.list().ofMinSize(100).ofMaxSize(400).map(RegionUsesTest::inTurn);
  }

  private static List<Region> inTurn(List<Region> regions) {
    List<Region> moved = new ArrayList<>();
    for (Region r : regions) {
      int by = 300 + 4 * moved.size();
      moved.add(new Region(r.rowLow(), r.rowHigh(), r.colLow() + by, r.colHigh() + by));
    }
    return moved;
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void findsWhatALookAtEachUseFinds(@ForAll("regions") List<Region> regions) {
    RegionUses<Use> indexed = new RegionUses<>(2);
    List<Use> plain = new ArrayList<>();
    for (int number = 0; number < regions.size(); number++) {
      Region region = regions.get(number);
      assertEquals(
          plain.stream().filter(u -> u.region.overlaps(region)).toList(), found(indexed, region));
      Use use = new Use(number, region);
      if (number % 3 == 0) {
        indexed.dropCovered(region, old -> old.number % 2 == 0);
        plain.removeIf(old -> old.number % 2 == 0 && region.covers(old.region));
      }
      int covered = number % 5 == 0 ? firstCovered(plain, region) : -1;
      if (covered >= 0) {
        indexed.cover(covered, use);
        plain.set(covered, use);
      } else {
        indexed.add(use);
        plain.add(use);
      }
    }
    assertEquals(plain.size(), indexed.size());
  }

  private static int firstCovered(List<Use> uses, Region region) {
    return uses.stream()
        .filter(u -> region.covers(u.region))
        .findFirst()
        .map(uses::indexOf)
        .orElse(-1);
  }

  private static List<Use> found(RegionUses<Use> uses, Region region) {
    List<Use> found = new ArrayList<>();
    for (int i = uses.next(0, region); i < uses.size(); i = uses.next(i + 1, region)) {
      found.add(uses.get(i));
    }
    return found;
  }
}
