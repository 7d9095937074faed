package trn2sim.kernels.functional;

import static trn2sim.kernels.functional.TileValues.add;

import java.util.Map;
import java.util.function.BiConsumer;
import trn2sim.core.sim.SplitMix;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Plain;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.functional.TileValues.Sheet;

/**
 * Random numbers: a generator of our own, for the device's is not published. They depend on the
 * place of the element and on how many draws there were since the generator was seeded, so that all
 * seeds are alike.
 */
final class RandomValues {
  private RandomValues() {}

  static void addTo(Map<Object, BiConsumer<TileOp, Sheet>> rules) {
    rules.put(Plain.RAND_GET_STATE, (op, sheet) -> fill(0, sheet));
    rules.put(Plain.RAND_SET_STATE, (op, sheet) -> {});
    rules.put(Plain.SET_RNG_SEED, (op, sheet) -> {});
    add(rules, TileOp.Rng.class, (op, sheet) -> fill(op.draw(), sheet));
    add(rules, TileOp.Rand.class, RandomValues::between);
    add(rules, TileOp.Dropout.class, RandomValues::dropout);
  }

  /** The rows are partitions, of which there are fewer than 256. */
  private static long bits(int draw, int row, int col) {
    return SplitMix.mix((long) draw << 40 | (long) row << 32 | col);
  }

  /** From 0 inclusive to 1 exclusive. */
  private static double uniform(long bits) {
    return (bits >>> 11) * 0x1p-53;
  }

  private static void fill(int draw, Sheet sheet) {
    DType type = sheet.out().data().type();
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        sheet.set(row, col, of(type, bits(draw, row, col)));
      }
    }
  }

  /** As many of the bits as the type has, or a number below 1. */
  private static double of(DType type, long bits) {
    return switch (type) {
      case INT32 -> (int) bits;
      case UINT32 -> bits & 0xFFFF_FFFFL;
      case INT16 -> (short) bits;
      case UINT16 -> bits & 0xFFFF;
      case INT8 -> (byte) bits;
      case UINT8 -> bits & 0xFF;
      case FP32, TF32, BF16, FP16, FP8_E4M3, FP8_E5M2, FP8_E4M3FN -> uniform(bits);
    };
  }

  private static void between(TileOp.Rand op, Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        double low = sheet.get(op.low(), row, col);
        double share = uniform(bits(op.draw(), row, col));
        sheet.set(row, col, low + share * (sheet.get(op.high(), row, col) - low));
      }
    }
  }

  private static void dropout(TileOp.Dropout op, Sheet sheet) {
    for (int row = 0; row < sheet.out().rows(); row++) {
      for (int col = 0; col < sheet.out().cols(); col++) {
        double share = uniform(bits(op.draw(), row, col));
        boolean kept = share >= sheet.get(op.probability(), row, col);
        sheet.set(row, col, kept ? sheet.in(0).exact(row, col) : 0);
      }
    }
  }
}
