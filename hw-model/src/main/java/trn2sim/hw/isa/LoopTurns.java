package trn2sim.hw.isa;

import java.util.List;

/**
 * How often a loop that the device runs goes round in the script, which is written before its
 * bounds are known, and what the bounds are.
 *
 * @param first where it begins
 * @param last where it ends, exclusive
 * @param place the loop in the kernel's source
 */
public record LoopTurns(int turns, Bound first, Bound last, int step, String place) {
  /**
   * A number with a register's value, times a factor, added.
   *
   * @param register its place among what the entry of the loop reads, negative for none
   */
  public record Bound(int register, int scale, int add) {
    private long of(List<Double> registers) {
      return register < 0 ? add : Math.round(registers.get(register)) * scale + add;
    }
  }

  /** The number of turns if the registers hold these values. */
  public long by(List<Double> registers) {
    return Math.max(0, -Math.floorDiv(first.of(registers) - last.of(registers), step));
  }
}
