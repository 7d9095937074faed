package trn2sim.kernels.nki;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.UnsupportedException;

/** Instructions of the Tensor engine. */
final class TensorRules {
  private final CoreScript script;
  private final Views views;
  private final Map<DType, Buffer> ones = new EnumMap<>(DType.class);
  private double flops;

  TensorRules(CoreScript script, Views views) {
    this.script = script;
    this.views = views;
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("nc_matmul", this::matmul);
    rules.put("nc_transpose", this::transpose);
    rules.put("partition_broadcast", this::broadcast);
  }

  /** A product with parts of the array runs as if it had it all: side by side is not modelled. */
  private void matmul(Call call) {
    call.requireOnly(
        "start",
        "stop",
        "perf_mode",
        "accumulate",
        "is_transpose",
        "onezero",
        "tile_position",
        "tile_size");
    String mode = call.word("perf_mode").orElse("none");
    boolean doubleRow = mode.equals("double_row") || mode.equals("double_row_gen3");
    if (!doubleRow && !mode.equals("none")) {
      throw new UnsupportedException("nc_matmul with perf_mode " + mode + " is not simulated");
    }
    Access stationary = views.of(call.input(0));
    Access moving = views.of(call.input(1));
    Access dst = views.of(call.output());
    if (call.flag("is_transpose")) {
      boolean turned = dst.rows() == stationary.elements() && dst.elements() == stationary.rows();
      script.add(new NcTranspose(dst, turned ? stationary : moving));
      return;
    }
    boolean start = call.flag("start");
    boolean stop = call.flag("stop");
    boolean oneZero = call.has("onezero");
    script.add(new NcMatmul(dst, stationary, moving, start, stop, doubleRow, oneZero));
    flops += 2.0 * dst.size() * moving.rows() * (doubleRow ? 2 : 1);
  }

  /**
   * The second input is the identity, which the array's own transpose does not need. That keeps the
   * type; kernels written for NeuronCore-v2 take fp32 of a narrower one, which is a product.
   */
  private void transpose(Call call) {
    call.requireOnly();
    Access dst = views.of(call.output());
    Access src = views.of(call.input(0));
    Engine usual = dst.space() == MemorySpace.PSUM ? Engine.TENSOR : Engine.VECTOR;
    Engine engine = call.engineOr(usual);
    if (engine != Engine.TENSOR) {
      script.add(new TileFunction(engine, TileOp.Plain.NC_TRANSPOSE, List.of(dst), List.of(src)));
    } else if (dst.dtype() == DType.FP32 && src.dtype() != DType.FP32) {
      Buffer identity = views.of(call.input(1)).buffer();
      int size = src.rows();
      script.add(new NcMatmul(dst, src, identity.slice(0, size, 0, size), true, true, false));
    } else {
      script.add(new NcTranspose(dst, src));
    }
  }

  /** A column of ones times the row: profiled kernels take too long for one pass of fp32. */
  private void broadcast(Call call) {
    Access dst = views.of(call.output());
    Access row = views.of(call.input(0));
    Buffer column =
        ones.computeIfAbsent(
            row.dtype(),
            dtype -> {
              Buffer made = script.sbuf("ones", 1, NkiLimits.STATIONARY, dtype);
              script.memset(Engine.VECTOR, made.all(), 1);
              return made;
            });
    script.matmul(dst, column.slice(0, 1, 0, dst.rows()), row, true, true);
  }

  /** Floating-point operations of all matmuls so far. */
  double flops() {
    return flops;
  }
}
