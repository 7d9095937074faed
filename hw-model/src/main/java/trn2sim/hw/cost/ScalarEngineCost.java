package trn2sim.hw.cost;

import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/** Time on the Scalar engine: start-up by source memory + elements x cycles by function. */
final class ScalarEngineCost {
  private static final int NO_TABLE = -1;

  private final DeviceParameters device;
  private final double psPerCycle;
  private final long overlapPs;

  ScalarEngineCost(DeviceParameters device) {
    this.device = device;
    psPerCycle = 1e12 / device.frequency("scalar_engine.clock").hertz();
    overlapPs = device.duration("scalar_engine.overlap").ps();
  }

  /** Copies and tensor-scalar operations take the copy path. */
  Cost elementwise(Elementwise instruction) {
    Access src = instruction.src().orElseThrow();
    boolean psum = src.space() == MemorySpace.PSUM;
    boolean narrows = psum && src.dtype().bytes() == 4 && instruction.dst().dtype().bytes() == 2;
    double cycles = narrows ? cycles("psum_to_16bit") : cycles("tensor_copy");
    return fixed(startup("tensor_copy", psum), src.elements() * cycles, NO_TABLE);
  }

  Cost activation(Activation activation) {
    Access src = activation.src();
    boolean psum = src.space() == MemorySpace.PSUM;
    Activation.Function function = activation.function();
    boolean identity = function == Activation.Function.IDENTITY;
    long startup = startup(identity ? "identity" : "activation", psum);
    int table = identity ? NO_TABLE : function.ordinal();
    boolean narrows = psum && activation.dst().dtype().bytes() == 2;
    return fixed(startup, src.elements() * functionCycles(function, narrows), table);
  }

  private double functionCycles(Activation.Function function, boolean narrows) {
    return switch (function) {
      case SQRT, RSQRT, LOG -> cycles("root");
      case SILU, GELU -> cycles("silu");
      case IDENTITY -> narrows ? cycles("psum_to_16bit") : cycles("activation");
      case EXP, SQUARE, SIGMOID, TANH ->
          narrows ? cycles("activation_psum_to_16bit") : cycles("activation");
    };
  }

  private Cost fixed(long startup, double cycles, int table) {
    long stream = (long) Math.ceil(cycles * psPerCycle);
    long latency = startup + stream;
    return new Cost.Fixed(Math.max(stream, latency - overlapPs), latency, table);
  }

  private long startup(String family, boolean psum) {
    return device.duration("scalar_engine.startup." + family + (psum ? "_psum" : "")).ps();
  }

  private double cycles(String family) {
    return device.number("scalar_engine.cycles." + family);
  }
}
