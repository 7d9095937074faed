package trn2sim.hw.cost;

import java.util.stream.Stream;
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
  private final DeviceParameters device;
  private final double psPerCycle;
  private final long overlapPs;
  private final long pointerPs;
  private final double widenCycles;

  VectorEngineCost(DeviceParameters device) {
    this.device = device;
    psPerCycle = 1e12 / device.frequency("vector_engine.clock").hertz();
    overlapPs = device.duration("vector_engine.overlap").ps();
    pointerPs = device.duration("vector_engine.pointer_operand").ps();
    widenCycles = device.number("vector_engine.widen_cycles");
  }

  Cost cost(Elementwise instruction) {
    long stream = (long) Math.ceil(elements(instruction) * cycles(instruction) * psPerCycle);
    long latency = startupPs(instruction) + stream;
    if (instruction.op().takesScalar() && instruction.other().isPresent()) {
      latency += pointerPs;
    }
    return new Cost.Fixed(Math.max(stream, latency - overlapPs), latency, -1);
  }

  private static int elements(Elementwise instruction) {
    return instruction.src().orElse(instruction.dst()).elements();
  }

  private double cycles(Elementwise instruction) {
    Op op = instruction.op();
    if (op == Op.TENSOR_COPY && !touchesPsum(instruction) && widens(instruction)) {
      return widenCycles;
    }
    return device.number("vector_engine.cycles." + family(op)) / mode(instruction);
  }

  private static boolean widens(Elementwise copy) {
    return copy.src().orElseThrow().dtype().bytes() < copy.dst().dtype().bytes();
  }

  private static int mode(Elementwise instruction) {
    if (touchesPsum(instruction)) {
      return 1;
    }
    boolean narrow = operands(instruction).allMatch(access -> access.dtype().bytes() == 2);
    boolean contiguous =
        operands(instruction).allMatch(access -> access.pattern().innerStride() <= 1);
    return switch (family(instruction.op())) {
      case "tensor_copy", "tensor_scalar" -> narrow && contiguous ? 4 : 2;
      case "tensor_tensor" -> narrow ? 2 : 1;
      default -> 1;
    };
  }

  private long startupPs(Elementwise instruction) {
    String family = family(instruction.op());
    String variant =
        switch (family) {
          case "tensor_tensor" -> touchesPsum(instruction) ? "_psum" : "";
          case "tensor_reduce" ->
              instruction.src().orElseThrow().dtype().bytes() == 2 ? "_16bit" : "";
          default -> "";
        };
    return device.duration("vector_engine.startup." + family + variant).ps();
  }

  private static Stream<Access> operands(Elementwise instruction) {
    Stream<Access> tensors =
        instruction.op().takesScalar() ? instruction.src().stream() : instruction.reads().stream();
    return Stream.concat(tensors, Stream.of(instruction.dst()));
  }

  private static boolean touchesPsum(Elementwise instruction) {
    return operands(instruction).anyMatch(access -> access.space() == MemorySpace.PSUM);
  }

  /** The name under which the device file lists the operation. */
  private static String family(Op op) {
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
}
