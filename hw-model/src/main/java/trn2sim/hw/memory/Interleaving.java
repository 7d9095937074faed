package trn2sim.hw.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Tells accesses apart that lie between each other, such as one half of every row and the other:
 * both step by multiples of some distance, and keep to different remainders of it in between. So do
 * accesses that a register or an index moves by multiples of it, wherever they come to lie.
 */
final class Interleaving {
  private Interleaving() {}

  /** Whether two accesses to one tensor surely have no element in common. */
  static boolean isApart(Access one, Access other) {
    if (!isAlike(one.buffer(), other.buffer())) {
      return false;
    }
    List<Pattern.Dim> ones = loops(one);
    List<Pattern.Dim> others = loops(other);
    List<Long> moves = moves(one, other);
    return LongStream.concat(
            Stream.of(ones, others).flatMap(List::stream).mapToLong(Pattern.Dim::stride),
            moves.stream().mapToLong(move -> move))
        .map(Math::abs)
        .filter(distance -> distance > 1 && distance <= Integer.MAX_VALUE)
        .filter(distance -> moves.stream().allMatch(move -> move % distance == 0))
        .anyMatch(distance -> differ((int) distance, start(one), ones, start(other), others));
  }

  /** Elements by multiples of which something known at run time moves the accesses. */
  private static List<Long> moves(Access... accesses) {
    List<Long> moves = new ArrayList<>();
    for (Access access : accesses) {
      access.index().ifPresent(index -> moves.add(index.unit()));
      access
          .offset()
          .ifPresent(offset -> moves.add((long) offset.rowsPerUnit() * access.buffer().cols()));
    }
    return moves;
  }

  private static boolean isAlike(Buffer one, Buffer other) {
    return one.cols() == other.cols()
        && one.dtype() == other.dtype()
        && one.home().row() == other.home().row()
        && one.home().bytes() == other.home().bytes();
  }

  private static List<Pattern.Dim> loops(Access access) {
    List<Pattern.Dim> loops = new ArrayList<>(access.pattern().dims());
    if (access.index().filter(Access.Index::perRow).isEmpty()) {
      loops.add(new Pattern.Dim(access.pitch(), access.rows()));
    }
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
