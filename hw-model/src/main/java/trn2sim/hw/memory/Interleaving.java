package trn2sim.hw.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells accesses apart that lie between each other, such as one half of every row and the other:
 * both step by multiples of some distance, and keep to different remainders of it in between.
 */
final class Interleaving {
  private Interleaving() {}

  /** Whether two accesses to one tensor surely have no element in common. */
  static boolean isApart(Access one, Access other) {
    if (one.movesAtRunTime() || other.movesAtRunTime() || !isAlike(one.buffer(), other.buffer())) {
      return false;
    }
    List<Pattern.Dim> ones = loops(one);
    List<Pattern.Dim> others = loops(other);
    return List.of(ones, others).stream()
        .flatMap(List::stream)
        .mapToInt(loop -> Math.abs(loop.stride()))
        .filter(distance -> distance > 1)
        .anyMatch(distance -> differ(distance, start(one), ones, start(other), others));
  }

  private static boolean isAlike(Buffer one, Buffer other) {
    return one.cols() == other.cols()
        && one.dtype() == other.dtype()
        && one.home().row() == other.home().row()
        && one.home().bytes() == other.home().bytes();
  }

  private static List<Pattern.Dim> loops(Access access) {
    List<Pattern.Dim> loops = new ArrayList<>(access.pattern().dims());
    loops.add(new Pattern.Dim(access.pitch(), access.rows()));
    return loops;
  }

  private static long start(Access access) {
    return (long) access.row() * access.buffer().cols() + access.col();
  }

  private static boolean differ(
      int distance,
      long start,
      List<Pattern.Dim> loops,
      long otherStart,
      List<Pattern.Dim> otherLoops) {
    Pattern within = within(distance, loops);
    Pattern otherWithin = within(distance, otherLoops);
    long gap =
        Math.floorMod(otherStart + otherWithin.low() - start - within.low(), (long) distance);
    return within.span() <= gap && gap + otherWithin.span() <= distance;
  }

  /** What is left of the loops if a step of the distance leads to the same place. */
  private static Pattern within(int distance, List<Pattern.Dim> loops) {
    List<Pattern.Dim> shorter = new ArrayList<>();
    shorter.add(new Pattern.Dim(0, 1));
    loops.stream().filter(loop -> loop.stride() % distance != 0).forEach(shorter::add);
    return new Pattern(shorter);
  }
}
