package trn2sim.kernels.nki;

import java.util.Map;
import java.util.function.Consumer;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.api.CoreScript;

/** Instructions of the Tensor engine. */
final class TensorRules {
  private final CoreScript script;
  private final Views views;
  private double flops;

  TensorRules(CoreScript script, Views views) {
    this.script = script;
    this.views = views;
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("nc_matmul", this::matmul);
    rules.put("nc_transpose", this::transpose);
  }

  private void matmul(Call call) {
    call.requireOnly("start", "stop", "perf_mode", "accumulate");
    boolean doubleRow = call.word("perf_mode").filter("double_row"::equals).isPresent();
    if (call.has("perf_mode") && !doubleRow) {
      throw new UnsupportedException(
          "nc_matmul with perf_mode " + call.operator("perf_mode") + " is not simulated");
    }
    Access moving = views.of(call.input(1));
    Access dst = views.of(call.output());
    script.add(
        new NcMatmul(
            dst,
            views.of(call.input(0)),
            moving,
            call.flag("start"),
            call.flag("stop"),
            doubleRow));
    flops += 2.0 * dst.size() * moving.rows() * (doubleRow ? 2 : 1);
  }

  /** The second input is the identity, which the array's own transpose does not need. */
  private void transpose(Call call) {
    call.requireOnly();
    if (call.engineOr(Engine.TENSOR) != Engine.TENSOR) {
      throw new UnsupportedException("nc_transpose on VectorE is not simulated");
    }
    script.add(new NcTranspose(views.of(call.output()), views.of(call.input(0))));
  }

  /** Floating-point operations of all matmuls so far. */
  double flops() {
    return flops;
  }
}
