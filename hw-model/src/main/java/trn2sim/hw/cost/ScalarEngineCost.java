package trn2sim.hw.cost;

import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.ScalarSpec;

/** Time on the Scalar engine: start-up by source memory + elements x cycles by function. */
final class ScalarEngineCost {
  private final ScalarSpec engine;

  ScalarEngineCost(ScalarSpec engine) {
    this.engine = engine;
  }

  /** Copies and tensor-scalar operations take the copy path. */
  Cost elementwise(Elementwise instruction) {
    Access src = instruction.src().orElseThrow();
    boolean psum = src.space() == MemorySpace.PSUM;
    boolean narrows = psum && src.dtype().bytes() == 4 && instruction.dst().dtype().bytes() == 2;
    long startup =
        startupPs(engine.copyStartup(), psum)
            + (instruction.other().isPresent() ? engine.pointerPs() : 0);
    double cycles = narrows ? engine.cycles().narrowing() : copyCycles(src, instruction.dst());
    return fixed(startup, src.elements() * cycles, FunctionTables.EVERY);
  }

  private double copyCycles(Access src, Access dst) {
    boolean narrow = src.dtype().bytes() <= 2 && dst.dtype().bytes() <= 2;
    boolean sbuf = src.space() == MemorySpace.SBUF && dst.space() == MemorySpace.SBUF;
    return narrow && sbuf ? engine.cycles().narrowCopy() : engine.cycles().copy();
  }

  Cost activation(Activation activation) {
    Access src = activation.src();
    boolean psum = src.space() == MemorySpace.PSUM;
    Activation.Function function = activation.function();
    boolean identity = function == Activation.Function.IDENTITY;
    long startup =
        startupPs(identity ? engine.identityStartup() : engine.activationStartup(), psum)
            + (activation.hasColumn() ? engine.pointerPs() : 0);
    int tables = FunctionTables.holding(function);
    boolean narrows = psum && activation.dst().dtype().bytes() == 2;
    double cycles = src.elements() * functionCycles(function, psum, narrows);
    return activation.rows().isPresent()
        ? summing(startup, cycles, tables)
        : fixed(startup, cycles, tables);
  }

  /** The sums come from a small instruction that reads the accumulators, right after. */
  private Cost summing(long startup, double cycles, int tables) {
    Cost.Fixed rows = fixed(startup, cycles, tables);
    Cost.Fixed sums = fixed(startupPs(engine.copyStartup(), false), 1, FunctionTables.EVERY);
    return new Cost.Fixed(
        rows.issuePs() + sums.issuePs(), rows.issuePs() + sums.latencyPs(), tables);
  }

  private double functionCycles(Activation.Function function, boolean psum, boolean narrows) {
    ScalarSpec.Cycles cycles = engine.cycles();
    return switch (function) {
      case SQRT, RSQRT, LOG, LOG1P, RECIPROCAL -> cycles.root();
      case SILU,
          SILU_DX,
          GELU,
          GELU_DX,
          GELU_APPRX_TANH,
          GELU_APPRX_SIGMOID,
          GELU_APPRX_SIGMOID_DX,
          SOFTPLUS,
          MISH ->
          psum ? cycles.silu() : cycles.activation();
      case IDENTITY -> narrows ? cycles.narrowing() : cycles.activation();
      case EXP,
          SQUARE,
          SIGMOID,
          TANH,
          RELU,
          ERF,
          ERF_DX,
          SIN,
          COS,
          TAN,
          ARCTAN,
          SIGN,
          ABS,
          LEAKY_RELU,
          PRELU,
          IS_FINITE ->
          narrows ? cycles.activationNarrowing() : cycles.activation();
    };
  }

  private static long startupPs(ScalarSpec.Startup startup, boolean psum) {
    return psum ? startup.psumPs() : startup.sbufPs();
  }

  private Cost.Fixed fixed(long startup, double cycles, int tables) {
    long stream = engine.clock().psForFraction(Math.max(engine.minCycles(), cycles));
    long latency = startup + stream;
    return new Cost.Fixed(Math.max(stream, latency - engine.overlapPs()), latency, tables);
  }
}
