package trn2sim.fuzz;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The decisions that make an input: random ones, noted as they are made, or noted ones made again.
 * The first of several possibilities is the simplest, so smaller notes make simpler inputs.
 */
final class Choices {
  private static final int PERCENT = 100;

  private final IntUnaryOperator draw;
  private final int[] given;
  private final IntStream.Builder made = IntStream.builder();
  private int count;

  private Choices(IntUnaryOperator draw, int[] given) {
    this.draw = draw;
    this.given = given;
  }

  static Choices random(long seed) {
    return new Choices(new SplittableRandom(seed)::nextInt, new int[0]);
  }

  /** Decides as noted, and for the simplest once the notes end. */
  static Choices again(int[] notes) {
    return new Choices(bound -> 0, notes);
  }

  int below(int bound) {
    int choice = count < given.length ? Math.floorMod(given[count], bound) : draw.applyAsInt(bound);
    count++;
    made.add(choice);
    return choice;
  }

  boolean chance(int percent) {
    return below(PERCENT) >= PERCENT - percent;
  }

  <T> T of(List<T> possibilities) {
    return possibilities.get(below(possibilities.size()));
  }

  String of(String... possibilities) {
    return possibilities[below(possibilities.length)];
  }

  int of(int... possibilities) {
    return possibilities[below(possibilities.length)];
  }

  int[] notes() {
    return made.build().toArray();
  }
}
