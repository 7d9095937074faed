package trn2sim.hw.cost;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.unit.Frequency;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/**
 * Time on the Vector engine: start-up + elements x cycles / mode. Fast modes of NeuronCore-v3: copy
 * and tensor-scalar run 4 elements per lane and cycle when everything is 16 bits wide, contiguous
 * and in SBUF, 2 otherwise; tensor-tensor 2 when everything is 16 bits wide; anything that touches
 * PSUM 1.
 */
final class VectorEngineCost {
  private enum Family {
    COPY,
    SCALAR,
    TENSORS,
    OTHER
  }

  /** The law of one operation; the variant start-up is for PSUM or 16-bit sources. */
  private record Law(Family family, double cycles, long startupPs, long variantPs) {}

  private final Map<Op, Law> laws = new EnumMap<>(Op.class);
  private final Frequency clock;
  private final long overlapPs;
  private final long pointerPs;
  private final double minCycles;
  private final double widenCycles;

  VectorEngineCost(DeviceParameters device) {
    clock = device.frequency("vector_engine.clock");
    overlapPs = device.duration("vector_engine.overlap").ps();
    pointerPs = device.duration("vector_engine.pointer_operand").ps();
    minCycles = device.number("vector_engine.min_cycles");
    widenCycles = device.number("vector_engine.widen_cycles");
    for (Op op : Op.values()) {
      laws.put(op, law(device, op));
    }
  }

  private static Law law(DeviceParameters device, Op op) {
    String name = name(op);
    Family family =
        switch (name) {
          case "tensor_copy" -> Family.COPY;
          case "tensor_scalar" -> Family.SCALAR;
          case "tensor_tensor" -> Family.TENSORS;
          default -> Family.OTHER;
        };
    String variant =
        switch (name) {
          case "tensor_tensor" -> name + "_psum";
          case "tensor_reduce" -> name + "_16bit";
          default -> name;
        };
    return new Law(
        family,
        device.number("vector_engine.cycles." + name),
        device.duration("vector_engine.startup." + name).ps(),
        device.duration("vector_engine.startup." + variant).ps());
  }

  /** The name under which the device file lists the operation. */
  private static String name(Op op) {
    return switch (op) {
      case TENSOR_COPY -> "tensor_copy";
      case MEMSET -> "memset";
      case TENSOR_TENSOR_ADD, TENSOR_TENSOR_SUBTRACT, TENSOR_TENSOR_MULTIPLY, TENSOR_TENSOR_MAX ->
          "tensor_tensor";
      case TENSOR_SCALAR_ADD, TENSOR_SCALAR_MULTIPLY -> "tensor_scalar";
      case TENSOR_REDUCE_ADD, TENSOR_REDUCE_MAX -> "tensor_reduce";
      case TENSOR_TENSOR_SCAN -> "tensor_tensor_scan";
      case RECIPROCAL -> "reciprocal";
    };
  }

  Cost cost(Elementwise instruction) {
    Law law = laws.get(instruction.op());
    Traits traits = Traits.of(instruction);
    double cycles = law.cycles / mode(law.family, traits);
    if (law.family == Family.COPY && !traits.psum && traits.widens) {
      cycles = widenCycles;
    }
    boolean variant = law.family == Family.TENSORS ? traits.psum : traits.narrowSource;
    long stream = clock.psForFraction(Math.max(minCycles, traits.elements * cycles));
    long latency = (variant ? law.variantPs : law.startupPs) + stream;
    if (law.family == Family.SCALAR && instruction.other().isPresent()) {
      latency += pointerPs;
    }
    return new Cost.Fixed(Math.max(stream, latency - overlapPs), latency, -1);
  }

  private static int mode(Family family, Traits traits) {
    if (traits.psum) {
      return 1;
    }
    return switch (family) {
      case COPY, SCALAR -> traits.narrow && traits.contiguous ? 4 : 2;
      case TENSORS -> traits.narrow ? 2 : 1;
      case OTHER -> 1;
    };
  }

  /** What the modes depend on; a scalar operand does not count as a tensor. */
  private record Traits(
      int elements,
      boolean psum,
      boolean narrow,
      boolean contiguous,
      boolean widens,
      boolean narrowSource) {

    static Traits of(Elementwise i) {
      Access dst = i.dst();
      Access src = i.src().orElse(dst);
      Optional<Access> tensor = i.op().takesScalar() ? Optional.empty() : i.other();
      Access other = tensor.orElse(src);
      return new Traits(
          src.elements(),
          isPsum(dst) || isPsum(src) || isPsum(other),
          width(dst) == 2 && width(src) == 2 && width(other) == 2,
          stride(dst) <= 1 && stride(src) <= 1 && stride(other) <= 1,
          width(src) < width(dst),
          width(src) == 2);
    }

    private static boolean isPsum(Access access) {
      return access.space() == MemorySpace.PSUM;
    }

    private static int width(Access access) {
      return access.dtype().bytes();
    }

    private static int stride(Access access) {
      return access.pattern().innerStride();
    }
  }
}
