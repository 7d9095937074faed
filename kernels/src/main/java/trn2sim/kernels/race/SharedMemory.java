package trn2sim.kernels.race;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Region;
import trn2sim.kernels.race.Rises.Step;

/** The accesses to one tensor that several cores reach, as far as later ones can conflict. */
final class SharedMemory {
  /**
   * One access.
   *
   * @param region what lies around all that it touches
   */
  record Use(Step by, Access access, Region region, boolean write) {
    boolean meets(Use other) {
      return region.overlaps(other.region) && !access.isApart(other.access);
    }

    boolean covers(Use other) {
      return region.covers(other.region)
          && access.isAsWideAs(other.access, region)
          && !access.isApart(other.access);
    }
  }

  private final String name;
  private final List<Use> uses = new ArrayList<>();

  SharedMemory(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /**
   * Records an access; returns an earlier one of another core that it races with, if any.
   *
   * @param harmless whether two accesses that nothing orders give the same result either way
   */
  List<Use> add(Use use, VectorClock known, BiPredicate<Use, Use> harmless) {
    for (Use earlier : uses) {
      Step by = earlier.by;
      if ((use.write || earlier.write)
          && by.process() != use.by.process()
          && earlier.meets(use)
          && !known.covers(by.process(), by.stream(), by.count())
          && !harmless.test(earlier, use)) {
        return List.of(earlier);
      }
    }
    uses.removeIf(earlier -> isSuperfluous(earlier, use));
    uses.add(use);
    return List.of();
  }

  /** An ordered write hides what it covers; a read hides an earlier one of its own stream. */
  private static boolean isSuperfluous(Use earlier, Use use) {
    boolean sameStream =
        earlier.by.process() == use.by.process() && earlier.by.stream() == use.by.stream();
    return (use.write || (!earlier.write && sameStream)) && use.covers(earlier);
  }
}
