package trn2sim.kernels.math;

/** Repeatable test values: ordinary numbers and, on request, every kind of special one. */
final class Samples {
  private static final float[] SPECIAL = {
    0f,
    -0f,
    Float.NaN,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.MIN_VALUE,
    -Float.MIN_NORMAL,
    Float.MAX_VALUE,
    65504f,
    65520f,
    -240f,
    248f,
    0x1p-24f,
    0x1.8p-25f,
    1e-6f,
    -0x1.004p-14f,
    1.00390625f,
    1.01171875f,
    3e9f,
    -57344f
  };

  private Samples() {}

  static void fill(Storage storage, int seed, boolean special) {
    Rounding bits = Rounding.stochastic(seed);
    for (int i = 0; i < storage.length(); i++) {
      long random = bits.bits(i);
      boolean pick = special && random % 5 == 0;
      float ordinary = (float) Math.scalb((random >> 40) * 0x1p-20, (int) (random & 3) - 2);
      int choice = (int) Math.floorMod(random >>> 8, (long) SPECIAL.length);
      storage.set(i, pick ? SPECIAL[choice] : ordinary);
    }
  }

  /** The bits of an element, all NaN of fp32 taken as one. */
  static int bits(Storage storage, int index) {
    if (storage instanceof FloatStorage floats) {
      return Float.floatToIntBits(floats.elements()[index]);
    }
    if (storage instanceof ShortStorage shorts) {
      return shorts.elements()[index];
    }
    if (storage instanceof ByteStorage bytes) {
      return bytes.elements()[index];
    }
    return ((IntStorage) storage).elements()[index];
  }
}
