package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Pattern;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.ScalarTileMath;
import trn2sim.kernels.math.Tile;

/** Operands whose elements are found one by one. */
class PlacesTest {
  private static final Buffer WORDS = buffer(0, DType.FP32, 2, 4, new Buffer.Home(0, 0, 0));
  private static final Buffer HALVES = buffer(1, DType.BF16, 1, 4, new Buffer.Home(0, 1, 8));
  private static final Buffer OWN = buffer(2, DType.INT32, 3, 4, new Buffer.Home(2, 0, 0));
  private static final Buffer INDEX = buffer(3, DType.INT32, 2, 1, new Buffer.Home(3, 0, 0));

  private final CoreOperands operands = operands();

  private static Buffer buffer(int id, DType dtype, int rows, int cols, Buffer.Home home) {
    return new Buffer(
        id, "b" + id, "g", MemorySpace.SBUF, Buffer.Role.SCRATCH, dtype, rows, cols, home);
  }

  private static CoreOperands operands() {
    Effects.Memory memory =
        new Effects.Memory(0, List.of(WORDS, HALVES, OWN, INDEX), List.of(), Map.of());
    TensorMemory tensors =
        new TensorMemory(new NoTensors(), new FunctionalSettings(DataKind.NORMAL, 1));
    return new CoreOperands(
        new CoreMemory(memory, tensors), new ScalarTileMath(Rounding.NEAREST_EVEN));
  }

  private record NoTensors() implements Problem {
    @Override
    public List<Tensor> inputs() {
      return List.of();
    }

    @Override
    public Tensor output() {
      throw new AssertionError("there is no output");
    }

    @Override
    public Expected expected(int rank, Inputs inputs) {
      throw new AssertionError("nothing is expected");
    }
  }

  private void fill(Access access) {
    operands.write(
        access,
        tile -> {
          for (int i = 0; i < tile.rows() * tile.cols(); i++) {
            tile.set(i / tile.cols(), i % tile.cols(), i, Rounding.NEAREST_EVEN);
          }
        });
  }

  /**
   * The upper half of an fp32 is the same number in bf16; the lower half of a small one is zero.
   */
  @Test
  void bytesAreSeenAsAnotherType() {
    fill(WORDS.all());
    Tile halves = operands.read(HALVES.all());
    assertEquals(List.of(0f, 6f, 0f, 7f), row(halves, 0));
    operands.write(HALVES.slice(0, 1, 1, 1), tile -> tile.set(0, 0, -2, Rounding.NEAREST_EVEN));
    assertEquals(List.of(4f, 5f, -2f, 7f), row(operands.read(WORDS.all()), 1));
  }

  @Test
  void patternsGoBackwards() {
    fill(OWN.all());
    Pattern back = new Pattern(List.of(new Pattern.Dim(-1, 4)));
    Access turned = new Access(OWN, 1, 2, 3, back, Optional.empty());
    assertEquals(List.of(7f, 6f, 5f, 4f), row(operands.read(turned), 0));
    assertEquals(new trn2sim.hw.memory.Region(1, 3, 0, 4), turned.region());
  }

  @Test
  void oneRowIsSeenByAll() {
    fill(OWN.all());
    Pattern two = new Pattern(List.of(new Pattern.Dim(1, 2)));
    Access spread = new Access(OWN, 1, 3, 1, two, 0, Optional.empty());
    assertEquals(List.of(5f, 6f), row(operands.read(spread), 2));
    assertEquals(new trn2sim.hw.memory.Region(1, 2, 1, 3), spread.region());
  }

  @Test
  void valuesSayWhereRowsBegin() {
    fill(OWN.all());
    operands.write(
        INDEX.all(),
        tile -> {
          tile.set(0, 0, 2, Rounding.NEAREST_EVEN);
          tile.set(1, 0, 9, Rounding.NEAREST_EVEN);
        });
    Access gathered = OWN.slice(0, 2, 1, 2).indexedBy(INDEX.all(), 4);
    assertEquals(List.of(9f, 10f), row(operands.read(gathered), 0));
    assertEquals(List.of(0f, 0f), row(operands.read(gathered), 1), "out of bounds");
    assertEquals(new trn2sim.hw.memory.Region(0, 3, 0, 4), gathered.region());
  }

  private static List<Float> row(Tile tile, int row) {
    return java.util.stream.IntStream.range(0, tile.cols())
        .mapToObj(col -> tile.get(row, col))
        .toList();
  }
}
