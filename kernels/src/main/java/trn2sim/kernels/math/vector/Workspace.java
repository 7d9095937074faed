package trn2sim.kernels.math.vector;

/** Buffers one thread reuses from call to call. */
final class Workspace {
  private static final ThreadLocal<Workspace> PER_THREAD = ThreadLocal.withInitial(Workspace::new);

  final RegisterBlock block = new RegisterBlock();
  final RowBuffer first = new RowBuffer();
  final RowBuffer second = new RowBuffer();
  final RowBuffer result = new RowBuffer();

  /** Left panel of one block row. */
  float[] leftPanel = {};

  /** Stationary operand of one block of the product, as fp32. */
  float[] stationary = {};

  /** A few rows of the moving operand, as fp32. */
  float[] rows = {};

  /** Moving operand of one block of the product, as panels. */
  float[] moving = {};

  /** A block at an edge of the accumulator. */
  float[] edge = {};

  private int[] codes = {};

  private Workspace() {}

  /** Room for elements that are not narrow yet. */
  int[] codes(int count) {
    codes = codes.length >= count ? codes : new int[count];
    return codes;
  }

  static Workspace get() {
    return PER_THREAD.get();
  }

  /** The given array, or a new one if it is too short. */
  static float[] atLeast(float[] array, int length) {
    return array.length >= length ? array : new float[length];
  }
}
