package trn2sim.hw.cost;

import trn2sim.core.unit.Frequency;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/** Time on the Scalar engine: start-up by source memory + elements x cycles by function. */
final class ScalarEngineCost {
  private static final int NO_TABLE = -1;

  /** What an instruction takes before its first element. */
  private record Startup(long sbufPs, long psumPs) {
    long ps(boolean psum) {
      return psum ? psumPs : sbufPs;
    }
  }

  /** Cycles per element; {@code narrowing} from PSUM into a 16-bit type. */
  private record Pace(double usual, double narrowing) {
    double cycles(boolean narrows) {
      return narrows ? narrowing : usual;
    }
  }

  private final Frequency clock;
  private final long overlapPs;
  private final long pointerPs;
  private final double minCycles;
  private final Startup copyStartup;
  private final Startup activationStartup;
  private final Startup identityStartup;
  private final Pace copyPace;
  private final Pace identityPace;
  private final Pace activationPace;
  private final double rootCycles;
  private final double siluCycles;

  ScalarEngineCost(DeviceParameters device) {
    clock = device.frequency("scalar_engine.clock");
    overlapPs = device.duration("scalar_engine.overlap").ps();
    pointerPs = device.duration("scalar_engine.pointer_operand").ps();
    minCycles = device.number("scalar_engine.min_cycles");
    copyStartup = startup(device, "tensor_copy");
    activationStartup = startup(device, "activation");
    identityStartup = startup(device, "identity");
    copyPace = pace(device, "tensor_copy", "psum_to_16bit");
    identityPace = pace(device, "activation", "psum_to_16bit");
    activationPace = pace(device, "activation", "activation_psum_to_16bit");
    rootCycles = device.number("scalar_engine.cycles.root");
    siluCycles = device.number("scalar_engine.cycles.silu");
  }

  private static Startup startup(DeviceParameters device, String family) {
    String name = "scalar_engine.startup." + family;
    return new Startup(device.duration(name).ps(), device.duration(name + "_psum").ps());
  }

  private static Pace pace(DeviceParameters device, String usual, String narrowing) {
    String section = "scalar_engine.cycles.";
    return new Pace(device.number(section + usual), device.number(section + narrowing));
  }

  /** Copies and tensor-scalar operations take the copy path. */
  Cost elementwise(Elementwise instruction) {
    Access src = instruction.src().orElseThrow();
    boolean psum = src.space() == MemorySpace.PSUM;
    boolean narrows = psum && src.dtype().bytes() == 4 && instruction.dst().dtype().bytes() == 2;
    long startup = copyStartup.ps(psum) + (instruction.other().isPresent() ? pointerPs : 0);
    return fixed(startup, src.elements() * copyPace.cycles(narrows), NO_TABLE);
  }

  Cost activation(Activation activation) {
    Access src = activation.src();
    boolean psum = src.space() == MemorySpace.PSUM;
    Activation.Function function = activation.function();
    boolean identity = function == Activation.Function.IDENTITY;
    long startup =
        (identity ? identityStartup : activationStartup).ps(psum)
            + (activation.bias().isPresent() ? pointerPs : 0);
    int table = identity ? NO_TABLE : function.ordinal();
    boolean narrows = psum && activation.dst().dtype().bytes() == 2;
    return fixed(startup, src.elements() * functionCycles(function, narrows), table);
  }

  private double functionCycles(Activation.Function function, boolean narrows) {
    return switch (function) {
      case SQRT, RSQRT, LOG -> rootCycles;
      case SILU, GELU -> siluCycles;
      case IDENTITY -> identityPace.cycles(narrows);
      case EXP, SQUARE, SIGMOID, TANH -> activationPace.cycles(narrows);
    };
  }

  private Cost fixed(long startup, double cycles, int table) {
    long stream = clock.psForFraction(Math.max(minCycles, cycles));
    long latency = startup + stream;
    return new Cost.Fixed(Math.max(stream, latency - overlapPs), latency, table);
  }
}
