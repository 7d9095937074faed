package trn2sim.hw.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Activation.Function;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/** 1200 cycles at 1.2 GHz are a microsecond. */
class ScalarEngineCostTest {
  private static final long OVERLAP_PS = 115_000;
  private static final int N = 1200;

  private final DeviceParameters device = DeviceParameters.load("trn2");
  private final ScalarEngineCost cost = new ScalarEngineCost(device.neuron().scalar());
  private final Tensors tensors = new Tensors();

  private Access tile(MemorySpace space, DType type) {
    return tensors.add("t", space, Buffer.Role.SCRATCH, type, 128, N).all();
  }

  private static Cost.Fixed fixed(long startup, long stream, int table) {
    long latency = startup + stream;
    return new Cost.Fixed(Math.max(stream, latency - OVERLAP_PS), latency, table);
  }

  private static Elementwise copy(Access dst, Access src) {
    return new Elementwise(
        Engine.SCALAR, Op.TENSOR_COPY, dst, Optional.of(src), Optional.empty(), 0);
  }

  @ParameterizedTest
  @CsvSource({
    "SBUF, FP32, FP32, 191000, 1000000",
    "SBUF, FP32, BF16, 191000, 1000000",
    "PSUM, FP32, FP32, 158700, 1000000",
    "PSUM, FP32, BF16, 158700, 1030000",
    "PSUM, BF16, BF16, 158700, 1000000",
  })
  void copy(MemorySpace from, DType type, DType to, long startup, long stream) {
    Elementwise copy = copy(tile(MemorySpace.SBUF, to), tile(from, type));
    assertEquals(fixed(startup, stream, -1), cost.elementwise(copy));
  }

  @ParameterizedTest
  @CsvSource({
    "EXP, SBUF, FP32, 290000, 1000000",
    "EXP, PSUM, FP32, 258000, 1000000",
    "EXP, PSUM, BF16, 258000, 1169000",
    "SQUARE, SBUF, FP32, 290000, 1000000",
    "SIGMOID, SBUF, FP32, 290000, 1000000",
    "TANH, SBUF, FP32, 290000, 1000000",
    "SQRT, SBUF, FP32, 290000, 1025000",
    "RSQRT, SBUF, FP32, 290000, 1025000",
    "LOG, PSUM, FP32, 258000, 1025000",
    "SILU, PSUM, FP32, 258000, 1592000",
    "SILU, SBUF, FP32, 290000, 1000000",
    "GELU, PSUM, FP32, 258000, 1592000",
    "GELU, SBUF, FP32, 290000, 1000000",
  })
  void activation(Function function, MemorySpace from, DType to, long startup, long stream) {
    Activation activation =
        new Activation(
            tile(MemorySpace.SBUF, to), tile(from, DType.FP32), function, 1, Optional.empty());
    assertEquals(
        fixed(startup, stream, FunctionTables.holding(function)), cost.activation(activation));
  }

  @ParameterizedTest
  @CsvSource({
    "SBUF, FP32, 202200, 1000000",
    "PSUM, FP32, 161800, 1000000",
    "PSUM, BF16, 161800, 1030000",
  })
  void identityNeedsNoTable(MemorySpace from, DType to, long startup, long stream) {
    Activation identity =
        new Activation(
            tile(MemorySpace.SBUF, to),
            tile(from, DType.FP32),
            Function.IDENTITY,
            1,
            Optional.empty());
    assertEquals(fixed(startup, stream, -1), cost.activation(identity));
  }

  @Test
  void aPointerOperandAndAFloorCountWhereTheDeviceHasThem() {
    DeviceParameters other =
        device.withOverrides(
            Map.of("scalar_engine.pointer_operand", "7 ns", "scalar_engine.min_cycles", "1800"));
    ScalarEngineCost changed = new ScalarEngineCost(other.neuron().scalar());
    Access tile = tile(MemorySpace.SBUF, DType.FP32);
    Access column = tensors.sbuf("c", DType.FP32, 128, 1).all();
    Activation biased = new Activation(tile, tile, Function.EXP, 1, Optional.of(column));
    assertEquals(
        fixed(297_000, 1_500_000, FunctionTables.holding(Function.EXP)),
        changed.activation(biased));
    assertEquals(
        fixed(290_000, 1_000_000, FunctionTables.holding(Function.EXP)), cost.activation(biased));
    Elementwise scaled =
        new Elementwise(
            Engine.SCALAR, Op.TENSOR_SCALAR_ADD, tile, Optional.of(tile), Optional.of(column), 0);
    assertEquals(fixed(198_000, 1_500_000, -1), changed.elementwise(scaled));
  }

  /** 150 + N cycles, and the next instruction waits for the result. */
  @Test
  void gpsimdIsNotPipelined() {
    Access tile = tile(MemorySpace.SBUF, DType.FP32);
    Elementwise copy =
        new Elementwise(
            Engine.GPSIMD, Op.TENSOR_COPY, tile, Optional.of(tile), Optional.empty(), 0);
    assertEquals(
        new Cost.Fixed(1_125_000, 1_125_000, -1),
        copy.cost(new NeuronCoreCost(device.neuron(), 1)));
  }
}
