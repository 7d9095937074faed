package trn2sim.hw.isa;

import static trn2sim.hw.isa.Engine.GPSIMD;
import static trn2sim.hw.isa.Engine.SCALAR;
import static trn2sim.hw.isa.Engine.VECTOR;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The element-wise operations, with the engines that offer them and the operands they take. */
public enum Op {
  TENSOR_COPY(EnumSet.of(VECTOR, SCALAR, GPSIMD), Shape.UNARY),
  MEMSET(EnumSet.of(VECTOR, GPSIMD), Shape.NONE),
  TENSOR_TENSOR_ADD(EnumSet.of(VECTOR, GPSIMD), Shape.TENSORS),
  TENSOR_TENSOR_SUBTRACT(EnumSet.of(VECTOR, GPSIMD), Shape.TENSORS),
  TENSOR_TENSOR_MULTIPLY(EnumSet.of(VECTOR, GPSIMD), Shape.TENSORS),
  TENSOR_TENSOR_MAX(EnumSet.of(VECTOR, GPSIMD), Shape.TENSORS),
  TENSOR_SCALAR_ADD(EnumSet.of(VECTOR, SCALAR, GPSIMD), Shape.SCALAR),
  TENSOR_SCALAR_MULTIPLY(EnumSet.of(VECTOR, SCALAR, GPSIMD), Shape.SCALAR),
  TENSOR_REDUCE_ADD(EnumSet.of(VECTOR), Shape.REDUCE),
  TENSOR_REDUCE_MAX(EnumSet.of(VECTOR), Shape.REDUCE),
  TENSOR_TENSOR_SCAN(EnumSet.of(VECTOR), Shape.TENSORS),
  RECIPROCAL(EnumSet.of(VECTOR), Shape.UNARY);

  private enum Shape {
    NONE,
    UNARY,
    SCALAR,
    TENSORS,
    REDUCE
  }

  private final Set<Engine> engines;
  private final Shape shape;

  Op(Set<Engine> engines, Shape shape) {
    this.engines = engines;
    this.shape = shape;
  }

  /** Whether an engine offers it. */
  public boolean runsOn(Engine engine) {
    return engines.contains(engine);
  }

  boolean takesSource() {
    return shape != Shape.NONE;
  }

  /** Whether the second operand is a tensor of the first one's shape. */
  public boolean takesTensor() {
    return shape == Shape.TENSORS;
  }

  /** Whether the second operand is a scalar, immediate or one per row. */
  public boolean takesScalar() {
    return shape == Shape.SCALAR;
  }

  /** Whether each row becomes one element. */
  public boolean reduces() {
    return shape == Shape.REDUCE;
  }

  /** The operations an engine offers. */
  public static List<Op> on(Engine engine) {
    return Arrays.stream(values()).filter(op -> op.runsOn(engine)).toList();
  }

  /** NKI's spelling. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The operation spelt {@code label}. */
  public static Optional<Op> of(String label) {
    return Arrays.stream(values()).filter(op -> op.label().equals(label)).findFirst();
  }
}
