package trn2sim.kernels.functional;

import trn2sim.core.sim.SplitMix;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.check.Chunks;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Run;
import trn2sim.kernels.math.Storage;

/**
 * Fills tensors with values that depend on seed, tensor and position alone, so that they are the
 * same whatever the order or the machine.
 */
final class TensorFill {
  private static final int CHUNK = 1 << 14;
  private static final long PAIRS = 0x0000FFFF_0000FFFFL;
  private static final double SCALE = 1.0 / 65536;

  /** Variance of a sum of eight uniforms is 8/12. */
  private static final double PER_SIGMA = StrictMath.sqrt(12.0 / 8.0);

  private TensorFill() {}

  static Storage filled(DType type, int length, DataKind kind, long key) {
    Storage storage = Storage.allocate(type, length);
    Chunks.of(length, CHUNK).forEach((first, count) -> fill(storage, first, count, kind, key));
    return storage;
  }

  private static void fill(Storage storage, int at, int count, DataKind kind, long key) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = kind == DataKind.NORMAL ? normal(key, at + i) : integer(key, at + i);
    }
    storage.encode(values, 0, new Run(at, 1, count), Rounding.NEAREST_EVEN);
  }

  /** Uniform values of a range, whole numbers in tensors of integers. */
  static Storage within(DType type, int length, Problem.Range range, long key) {
    Storage storage = Storage.allocate(type, length);
    double span = range.high() - range.low();
    for (int i = 0; i < length; i++) {
      double value =
          range.low() + span * ((SplitMix.mix(key + SplitMix.GOLDEN * (i + 1L)) >>> 11) * 0x1p-53);
      double kept = type.isInteger() ? Math.floor(value) : value;
      storage.setExact(i, kept, Rounding.NEAREST_EVEN);
    }
    return storage;
  }

  /** A storage in which every element is a NaN, so that a read before a write shows. */
  static Storage poisoned(DType type, int length) {
    Storage storage = Storage.allocate(type, length);
    storage.poison();
    return storage;
  }

  /** A key for one tensor of one rank. */
  static long key(long seed, int rank, String tensor) {
    long key = SplitMix.mix(seed + SplitMix.GOLDEN * (rank + 1L));
    for (int i = 0; i < tensor.length(); i++) {
      key = SplitMix.mix(key + tensor.charAt(i));
    }
    return key;
  }

  /** Sum of eight 16-bit uniforms, centred and scaled: mean 0, variance 1, within 4.9 sigma. */
  private static float normal(long key, int index) {
    long a = SplitMix.mix(key + SplitMix.GOLDEN * (2L * index + 1));
    long b = SplitMix.mix(key + SplitMix.GOLDEN * (2L * index + 2));
    long pairs = (a & PAIRS) + (a >>> 16 & PAIRS) + (b & PAIRS) + (b >>> 16 & PAIRS);
    double sum = (int) pairs + (int) (pairs >>> 32);
    return (float) ((sum * SCALE - 4.0 + 4 * SCALE) * PER_SIGMA);
  }

  private static float integer(long key, int index) {
    return 1 + (SplitMix.mix(key + SplitMix.GOLDEN * (index + 1L)) >>> 62);
  }
}
