package trn2sim.kernels.functional;

import static trn2sim.kernels.functional.TileValues.add;

import java.util.Map;
import java.util.function.BiConsumer;
import trn2sim.core.sim.SplitMix;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Plain;
import trn2sim.kernels.functional.TileValues.Sheet;

/**
 * Random numbers: a generator of our own, for the device's is not published. They depend on the
 * place of the element alone, so seeds and states change nothing.
 */
final class RandomValues {
  private RandomValues() {}

  static void addTo(Map<Object, BiConsumer<TileOp, Sheet>> rules) {
    rules.put(Plain.RNG, (op, sheet) -> fill(sheet));
    rules.put(Plain.RAND_GET_STATE, (op, sheet) -> fill(sheet));
    rules.put(Plain.RAND_SET_STATE, (op, sheet) -> {});
    rules.put(Plain.SET_RNG_SEED, (op, sheet) -> {});
    add(rules, TileOp.Rand.class, RandomValues::between);
    add(rules, TileOp.Dropout.class, RandomValues::dropout);
  }

  /** From 0 inclusive to 1 exclusive. */
  private static double uniform(int row, int col) {
    return (SplitMix.mix((long) row << 32 | col) >>> 11) * 0x1p-53;
  }

  private static void fill(Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        sheet.set(row, col, uniform(row, col) * Integer.MAX_VALUE);
      }
    }
  }

  private static void between(TileOp.Rand op, Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        double low = sheet.get(op.low(), row, col);
        sheet.set(row, col, low + uniform(row, col) * (sheet.get(op.high(), row, col) - low));
      }
    }
  }

  private static void dropout(TileOp.Dropout op, Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        boolean kept = uniform(row, col) >= sheet.get(op.probability(), row, col);
        sheet.set(row, col, kept ? sheet.in(0).exact(row, col) : 0);
      }
    }
  }
}
