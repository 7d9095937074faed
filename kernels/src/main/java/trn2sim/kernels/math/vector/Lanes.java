package trn2sim.kernels.math.vector;

import java.util.Locale;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;
import trn2sim.kernels.math.RowFold;

/**
 * The vector width everything in this package uses.
 *
 * <p>Species are constants for the just-in-time compiler; held in anything but a static final field
 * they cost a factor of twenty and more. The width is the preferred one of the machine, at most 512
 * bits; the system property {@code trn2sim.vector.bits} overrides it for tests.
 */
final class Lanes {
  private static final int MAX_BITS = RowFold.LANES * Float.SIZE;

  static final VectorShape SHAPE =
      VectorShape.forBitSize(
          Integer.getInteger(
              "trn2sim.vector.bits",
              Math.min(FloatVector.SPECIES_PREFERRED.vectorBitSize(), MAX_BITS)));
  static final VectorSpecies<Float> FLOATS = VectorSpecies.of(float.class, SHAPE);
  static final VectorSpecies<Double> DOUBLES = VectorSpecies.of(double.class, SHAPE);
  static final VectorSpecies<Integer> INTS = VectorSpecies.of(int.class, SHAPE);

  /** Number of fp32 lanes. */
  static final int COUNT = FLOATS.length();

  /**
   * Architectural vector registers: 16 on x86 up to 256 bits, else 32. The system property {@code
   * trn2sim.vector.registers} overrides it for tests.
   */
  static final int REGISTERS = Integer.getInteger("trn2sim.vector.registers", registers());

  private Lanes() {}

  private static int registers() {
    String architecture = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    boolean x86 = architecture.equals("amd64") || architecture.equals("x86_64");
    return x86 && SHAPE.vectorBitSize() <= 256 ? 16 : 32;
  }

  static FloatVector load(float[] from, int at) {
    return FloatVector.fromArray(FLOATS, from, at);
  }
}
