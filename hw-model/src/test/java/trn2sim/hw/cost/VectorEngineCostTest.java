package trn2sim.hw.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.spec.DeviceParameters;

/** N cycles at 0.96 GHz take N / 0.96 ns; what is written per row below is exact picoseconds. */
class VectorEngineCostTest {
  private static final long OVERLAP_PS = 88_000;
  private static final int N = 960;

  private final VectorEngineCost cost =
      new VectorEngineCost(DeviceParameters.load("trn2").neuron().vector());
  private final Tensors tensors = new Tensors();

  private Access tile(MemorySpace space, DType type, int cols) {
    return tensors.add("t", space, Buffer.Role.SCRATCH, type, 128, cols).all();
  }

  private void assertCost(long startup, long stream, Elementwise instruction) {
    assertTimes(startup, stream, cost.cost(instruction));
  }

  private static void assertTimes(long startup, long stream, Cost found) {
    Cost.Fixed fixed = (Cost.Fixed) found;
    long latency = startup + stream;
    assertEquals(latency, fixed.latencyPs());
    assertEquals(Math.max(stream, latency - OVERLAP_PS), fixed.issuePs());
  }

  private boolean fast(Op op, MemorySpace from, Optional<Access> other) {
    Access dst = tile(MemorySpace.SBUF, DType.BF16, N);
    Elementwise instruction = of(op, dst, tile(from, DType.BF16, N), other);
    return ((Cost.Fixed) cost.cost(instruction)).fastMode();
  }

  /**
   * Twice the elements of half the size are no more bytes: two tensors of 16 bits borrow nothing.
   */
  @Test
  void whatMovesMoreBytesBorrowsTheWayOfGpsimd() {
    Optional<Access> other = Optional.of(tile(MemorySpace.SBUF, DType.BF16, N));
    assertTrue(fast(Op.TENSOR_COPY, MemorySpace.SBUF, Optional.empty()));
    assertTrue(fast(Op.TENSOR_SCALAR_ADD, MemorySpace.SBUF, Optional.empty()));
    assertFalse(fast(Op.TENSOR_COPY, MemorySpace.PSUM, Optional.empty()));
    assertFalse(fast(Op.TENSOR_TENSOR_ADD, MemorySpace.SBUF, other));
    assertFalse(fast(Op.RECIPROCAL, MemorySpace.SBUF, Optional.empty()));
  }

  private static Elementwise of(Op op, Access dst, Access src, Optional<Access> other) {
    return new Elementwise(Engine.VECTOR, op, dst, Optional.of(src), other, 0);
  }

  /** Columns: destination, its type, source, its type, start-up, picoseconds for 960 elements. */
  @ParameterizedTest
  @CsvSource({
    "SBUF, BF16, SBUF, BF16, 250000", // 4x: everything 16 bits wide
    "SBUF, FP16, SBUF, BF16, 250000",
    "SBUF, FP32, SBUF, FP32, 500000", // 2x
    "SBUF, BF16, SBUF, FP32, 500000",
    "SBUF, FP32, SBUF, BF16, 771000", // widening has a rate of its own
    "SBUF, BF16, PSUM, FP32, 1000000", // PSUM allows a fast mode only if all is 16 bits wide
    "PSUM, BF16, SBUF, BF16, 500000",
    "SBUF, FP16, PSUM, BF16, 500000",
    "PSUM, BF16, PSUM, BF16, 1000000",
    "SBUF, FP32, PSUM, BF16, 1000000",
    "SBUF, FP8_E4M3, SBUF, FP8_E4M3, 500000",
    "SBUF, UINT16, SBUF, UINT16, 500000", // only floats have the fourfold mode
    "PSUM, INT16, SBUF, INT16, 1000000",
  })
  void copy(MemorySpace to, DType toType, MemorySpace from, DType fromType, long stream) {
    Elementwise copy =
        of(Op.TENSOR_COPY, tile(to, toType, N), tile(from, fromType, N), Optional.empty());
    assertCost(157_000, stream, copy);
  }

  /** On NeuronCore-v4, at 1.2 GHz: 960 elements, four at a time, also if an fp8 becomes a bf16. */
  @ParameterizedTest
  @CsvSource({
    "BF16, BF16, 200000",
    "FP8_E4M3, FP8_E5M2, 200000",
    "BF16, FP8_E4M3, 200000",
    "UINT8, UINT8, 400000",
    "FP32, FP8_E4M3, 616800",
  })
  void fp8IsFastOnTheNextDevice(DType toType, DType fromType, long stream) {
    Elementwise copy =
        of(
            Op.TENSOR_COPY,
            tile(MemorySpace.SBUF, toType, N),
            tile(MemorySpace.SBUF, fromType, N),
            Optional.empty());
    var next = new VectorEngineCost(DeviceParameters.load("trn3").neuron().vector());
    assertTimes(157_000, stream, next.cost(copy));
  }

  @ParameterizedTest
  @CsvSource({"SBUF, 500000", "PSUM, 1000000"})
  void aStridedCopyLosesTheFastestMode(MemorySpace to, long stream) {
    Access strided =
        tensors
            .sbuf("s", DType.BF16, 128, 2 * N)
            .slice(0, 128, 0, N)
            .with(new Pattern(List.of(new Pattern.Dim(2, N))));
    Access dst = tile(to, DType.BF16, N);
    assertCost(157_000, stream, of(Op.TENSOR_COPY, dst, strided, Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    "SBUF, BF16, SBUF, BF16, 159000, 500000",
    "SBUF, INT16, SBUF, INT16, 159000, 1000000",
    "SBUF, FP32, SBUF, FP32, 159000, 1000000",
    "SBUF, BF16, SBUF, FP32, 159000, 1000000",
    "PSUM, FP32, SBUF, FP32, 153900, 1000000",
    "SBUF, BF16, PSUM, BF16, 153900, 1000000",
  })
  void tensorTensor(
      MemorySpace a, DType aType, MemorySpace b, DType bType, long startup, long stream) {
    Access dst = tile(MemorySpace.SBUF, aType, N);
    Optional<Access> other = Optional.of(tile(b, bType, N));
    for (Op op :
        List.of(
            Op.TENSOR_TENSOR_ADD,
            Op.TENSOR_TENSOR_SUBTRACT,
            Op.TENSOR_TENSOR_MULTIPLY,
            Op.TENSOR_TENSOR_MAX)) {
      assertCost(startup, stream, of(op, dst, tile(a, aType, N), other));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SBUF, BF16, 250000",
    "SBUF, FP32, 500000",
    "PSUM, FP32, 1000000",
    "PSUM, BF16, 500000"
  })
  void tensorScalar(MemorySpace space, DType type, long stream) {
    Access src = tile(space, type, N);
    Access dst = tile(MemorySpace.SBUF, type, N);
    Optional<Access> column = Optional.of(tile(MemorySpace.SBUF, DType.FP32, 1));
    for (Op op : List.of(Op.TENSOR_SCALAR_ADD, Op.TENSOR_SCALAR_MULTIPLY)) {
      assertCost(160_300, stream, of(op, dst, src, Optional.empty()));
      assertCost(160_300 + 57_000, stream, of(op, dst, src, column));
    }
  }

  @ParameterizedTest
  @CsvSource({"SBUF, FP32, 152900", "PSUM, FP32, 152900", "SBUF, BF16, 142700"})
  void reduce(MemorySpace space, DType type, long startup) {
    Access column = tile(MemorySpace.SBUF, DType.FP32, 1);
    for (Op op : List.of(Op.TENSOR_REDUCE_ADD, Op.TENSOR_REDUCE_MAX)) {
      assertCost(startup, 1_000_000, of(op, column, tile(space, type, N), Optional.empty()));
    }
  }

  @Test
  void operationsWithoutFastModes() {
    Access a = tile(MemorySpace.SBUF, DType.BF16, N);
    Optional<Access> b = Optional.of(tile(MemorySpace.SBUF, DType.BF16, N));
    assertCost(157_700, 2_000_000, of(Op.TENSOR_TENSOR_SCAN, a, a, b));
    assertCost(151_800, 6_000_000, of(Op.RECIPROCAL, a, a, Optional.empty()));
    assertCost(58_200, 800_000, memset(a, 1));
  }

  /** 1 element at 0.96 GHz is 1041.67 ps, rounded up once. */
  @Test
  void aShortInstructionIsBoundByItsLatency() {
    Access one = tile(MemorySpace.PSUM, DType.FP32, 1);
    Access dst = tile(MemorySpace.SBUF, DType.FP32, 1);
    assertEquals(
        new Cost.Fixed(158_042 - 88_000, 158_042, -1),
        cost.cost(of(Op.TENSOR_COPY, dst, one, Optional.empty())));
  }

  @Test
  void aLongMemsetIsBoundByItsStream() {
    Access tile = tile(MemorySpace.SBUF, DType.FP32, 9600);
    assertEquals(new Cost.Fixed(8_000_000, 8_058_200, -1), cost.cost(memset(tile, 1)));
  }

  /** Zeros of 16 bits take half as long as anything else; of 32 bits they do not. */
  @Test
  void clearingHalfWords() {
    Access narrow = tile(MemorySpace.SBUF, DType.BF16, 960);
    Access wide = tile(MemorySpace.SBUF, DType.FP32, 960);
    assertCost(58_200, 500_000, memset(narrow, 0));
    assertCost(58_200, 800_000, memset(narrow, 1));
    assertCost(58_200, 800_000, memset(wide, 0));
    assertCost(58_200, 800_000, memset(tile(MemorySpace.SBUF, DType.UINT16, 960), 0));
  }

  /** 960 elements at 1.2 GHz, four at a time; trn2 has no such instructions, and takes a cycle. */
  @ParameterizedTest
  @CsvSource({"trn3, 200000", "trn2, 1000000"})
  void exponentialsAndRandomNumbers(String device, long stream) {
    VectorEngineCost vector = new VectorEngineCost(DeviceParameters.load(device).neuron().vector());
    Access tile = tile(MemorySpace.SBUF, DType.BF16, N);
    TileOp power = new TileOp.Exponential(TileOp.Scalar.of(0), Optional.empty());
    TileOp random = new TileOp.Rand(TileOp.Scalar.of(0), TileOp.Scalar.of(1), 0);
    long latency = 160_300 + stream;
    Cost expected = new Cost.Fixed(Math.max(stream, latency - OVERLAP_PS), latency, -1);
    for (TileOp op : List.of(power, random)) {
      TileFunction call = new TileFunction(Engine.VECTOR, op, List.of(tile), List.of(tile));
      assertEquals(expected, vector.cost(call), op.label());
    }
  }

  private static Elementwise memset(Access dst, double value) {
    return new Elementwise(
        Engine.VECTOR, Op.MEMSET, dst, Optional.empty(), Optional.empty(), value);
  }
}
