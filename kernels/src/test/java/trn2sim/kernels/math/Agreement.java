package trn2sim.kernels.math;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.math.TileMath.Write;
import trn2sim.kernels.math.vector.VectorTileMath;

/**
 * Runs every operation through the scalar and the vector implementation and compares bits.
 *
 * <p>Also a program, so that it can run in a virtual machine started with another vector width; it
 * ends with status 1 if anything differs.
 */
final class Agreement {
  private static final List<Rounding> ROUNDINGS =
      List.of(Rounding.NEAREST_EVEN, Rounding.stochastic(99));

  private final List<String> differences = new ArrayList<>();
  private int checks;

  private Agreement() {}

  public static void main(String[] arguments) {
    List<String> differences = all();
    differences.stream().limit(20).forEach(System.out::println);
    System.exit(differences.isEmpty() ? 0 : 1);
  }

  /** What differs, one line each. */
  static List<String> all() {
    Agreement agreement = new Agreement();
    agreement.products();
    agreement.largeProducts();
    agreement.everyShort(DType.BF16);
    agreement.everyShort(DType.FP16);
    agreement.nearValues(DType.FP8_E4M3, 1);
    agreement.nearValues(DType.FP8_E5M2, 1);
    agreement.nearValues(DType.TF32, 61);
    for (DType type : DType.values()) {
      for (Layout layout : Layout.values()) {
        agreement.elementwise(type, DType.FP32, layout, layout);
        agreement.elementwise(type, type, layout, Layout.DENSE);
        agreement.elementwise(DType.FP32, type, Layout.DENSE, layout);
      }
      for (DType other : DType.values()) {
        agreement.copies(type, other);
      }
    }
    if (agreement.checks == 0) {
      agreement.differences.add("nothing was checked");
    }
    return agreement.differences;
  }

  private void products() {
    int[][] shapes = {{1, 1, 1}, {5, 7, 17}, {3, 13, 33}, {9, 6, 64}, {2, 12, 70}};
    for (DType left : DType.values()) {
      for (DType right : DType.values()) {
        for (int[] shape : shapes) {
          product(left, right, shape, Layout.DENSE, Write.OVERWRITE);
          product(left, right, shape, Layout.GAPS, Write.ACCUMULATE);
          product(left, right, shape, Layout.TRANSPOSED, Write.ACCUMULATE);
        }
      }
    }
  }

  /** Sizes that cross the blocks of depth, columns and rows. */
  private void largeProducts() {
    int[][] shapes = {{300, 14, 35}, {3, 7, 530}, {2, 400, 18}, {129, 8, 16}};
    for (int[] shape : shapes) {
      product(DType.FP32, DType.FP32, shape, Layout.GAPS, Write.ACCUMULATE);
      product(DType.BF16, DType.FP16, shape, Layout.DENSE, Write.OVERWRITE);
    }
  }

  private void product(DType left, DType right, int[] kmn, Layout layout, Write write) {
    Tile stationary = layout.tile(left, kmn[0], kmn[1]);
    Tile moving = layout.tile(right, kmn[0], kmn[2]);
    Samples.fill(stationary.data(), 1, kmn[0] % 2 == 0);
    Samples.fill(moving.data(), 2, kmn[0] % 2 == 0);
    String what = write + " " + left + " x " + right + " " + List.of(kmn[0], kmn[1], kmn[2]);
    compare(
        what + " " + layout,
        layout,
        DType.FP32,
        new int[] {kmn[1], kmn[2]},
        (math, target) -> math.matmul(stationary, moving, target, write));
  }

  private void copies(DType from, DType to) {
    for (Layout layout : Layout.values()) {
      for (int[] shape : new int[][] {{5, 37}, {34, 19}}) {
        Tile source = layout.tile(from, shape[0], shape[1]);
        Samples.fill(source.data(), 3, true);
        String what = from + " to " + to + " " + layout;
        compare(
            "copy " + what, Layout.DENSE, to, shape, (math, target) -> math.copy(source, target));
        compare("copy " + what, layout, to, shape, (math, target) -> math.copy(source, target));
        int[] turned = {shape[1], shape[0]};
        compare(
            "transpose " + what,
            layout,
            to,
            turned,
            (math, target) -> math.transpose(source, target));
      }
    }
  }

  /** Every 16-bit pattern, read; and every value with its neighbours and midpoints, written. */
  private void everyShort(DType type) {
    int count = 1 << Short.SIZE;
    Storage all = Storage.allocate(type, count);
    Storage probes = Storage.allocate(DType.FP32, 4 * count);
    for (int bits = 0; bits < count; bits++) {
      ((ShortStorage) all).elements()[bits] = (short) bits;
    }
    for (int bits = 0; bits < count; bits++) {
      float value = all.get(bits);
      float middle = (float) (((double) value + all.get(Math.min(bits + 1, count - 1))) / 2);
      float[] near = {Math.nextDown(middle), middle, Math.nextUp(middle), value};
      probes.encode(near, 0, new Run(4 * bits, 1, 4), Rounding.NEAREST_EVEN);
    }
    Tile read = Tile.dense(all, 1, count);
    compare(
        "every " + type, Layout.DENSE, DType.FP32, new int[] {1, count}, (m, t) -> m.copy(read, t));
    Tile written = Tile.dense(probes, 1, 4 * count);
    compare(
        "near every " + type,
        Layout.DENSE,
        type,
        new int[] {1, 4 * count},
        (m, t) -> m.copy(written, t));
  }

  /** Writes values, the middles between neighbours, and what is next to those. */
  private void nearValues(DType type, int stride) {
    FloatFormat format = FloatFormat.of(type);
    int count = (2 << (format.exponentBits() + format.mantissaBits())) / stride;
    float[] near = new float[4 * count];
    for (int i = 0; i < count; i++) {
      float value = format.decode(i * stride);
      float middle = (float) (((double) value + format.decode(i * stride + 1)) / 2);
      near[4 * i] = Math.nextDown(middle);
      near[4 * i + 1] = middle;
      near[4 * i + 2] = Math.nextUp(middle);
      near[4 * i + 3] = value;
    }
    Storage probes = Storage.allocate(DType.FP32, near.length);
    probes.encode(near, 0, new Run(0, 1, near.length), Rounding.NEAREST_EVEN);
    Tile written = Tile.dense(probes, 1, near.length);
    int[] shape = {1, near.length};
    compare("near " + type, Layout.DENSE, type, shape, (m, t) -> m.copy(written, t));
  }

  private void elementwise(DType from, DType to, Layout source, Layout target) {
    int[] shape = {3, 37};
    Tile left = source.tile(from, shape[0], shape[1]);
    Tile right = source.tile(from, shape[0], shape[1]);
    Tile column = source.tile(from, shape[0], 1);
    Samples.fill(left.data(), 4, true);
    Samples.fill(right.data(), 5, true);
    Samples.fill(column.data(), 6, false);
    String what = " " + from + " to " + to + " " + source + " " + target;
    for (BinaryOp op : BinaryOp.values()) {
      compare(op + what, target, to, shape, (m, t) -> m.binary(op, left, right, t));
      compare(op + " scalar" + what, target, to, shape, (m, t) -> m.scalar(op, left, 1.25f, t));
      compare(op + " column" + what, target, to, shape, (m, t) -> m.rowScalar(op, left, column, t));
    }
    for (UnaryFunction f : UnaryFunction.values()) {
      compare(f + what, target, to, shape, (m, t) -> m.activate(f, left, t));
    }
    Tile sums = source.tile(from, 4, 53);
    Samples.fill(sums.data(), 7, false);
    for (RowFold op : RowFold.values()) {
      int[] single = {shape[0], 1};
      compare(op + " reduce" + what, target, to, single, (m, t) -> m.reduce(op, left, t));
      compare(op + " sum" + what, target, to, new int[] {4, 1}, (m, t) -> m.reduce(op, sums, t));
    }
    compare("fill" + what, target, to, shape, (m, t) -> m.fill(t, 0.3f));
  }

  private interface Operation {
    void apply(TileMath math, Tile target);
  }

  private void compare(String what, Layout layout, DType type, int[] shape, Operation operation) {
    for (Rounding rounding : ROUNDINGS) {
      Storage scalar = run(new ScalarTileMath(rounding), layout, type, shape, operation);
      Storage vector = run(new VectorTileMath(rounding), layout, type, shape, operation);
      checks++;
      for (int i = 0; i < scalar.length(); i++) {
        if (Samples.bits(scalar, i) != Samples.bits(vector, i)) {
          differences.add(
              what + " " + rounding + " at " + i + ": " + scalar.get(i) + " / " + vector.get(i));
          break;
        }
      }
    }
  }

  private static Storage run(
      TileMath math, Layout layout, DType type, int[] shape, Operation operation) {
    Tile target = layout.tile(type, shape[0], shape[1]);
    Samples.fill(target.data(), 8, false);
    operation.apply(math, target);
    return target.data();
  }
}
