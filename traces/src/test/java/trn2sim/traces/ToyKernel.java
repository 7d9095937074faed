package trn2sim.traces;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Program.Wait;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/** A kernel with one setting of each kind, which can be told to go wrong in several ways. */
public final class ToyKernel implements ScriptKernel {
  @Override
  public String name() {
    return "toy";
  }

  @Override
  public String summary() {
    return "one matmul";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        ParameterSpec.required("M", "rows"), ParameterSpec.integer("N", 512, 1, "columns"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.word("order", "first or last", "forward", "backward"),
        ParameterSpec.integer("tiles", 1, 1, "tiles of 64 KiB per partition held at once"),
        ParameterSpec.flag("reopen", false, "open a second accumulation group in the bank"),
        ParameterSpec.flag("stuck", false, "wait for a semaphore that nobody raises"));
  }

  @Override
  public Launch launch(Request request) {
    int m = request.shape().integer("M");
    KernelException.requireMultiple("shape.M", m, 128);
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.SWDGE));
    Buffer weights = script.preset("weights", MemorySpace.SBUF, 128, 128, DType.BF16);
    Buffer moving = script.preset("moving", MemorySpace.SBUF, 128, 512, DType.BF16);
    Buffer sums = script.psum("sums", 128, 512, DType.FP32);
    boolean reopen = request.options().flag("reopen");
    script.matmul(sums.all(), weights.all(), moving.all(), true, !reopen);
    if (reopen) {
      script.matmul(sums.all(), weights.all(), moving.all(), true, true);
    }
    hold(script, request.options().integer("tiles"));
    if (request.options().flag("stuck")) {
      int never = script.semaphore("never");
      script.barrier(Engine.VECTOR, List.of(new Wait(never, 1)), List.of());
    }
    Launch.CoreLaunch core = new Launch.CoreLaunch(0, 0, 0, script.build(), Map.of());
    return Launch.local(
        List.of(core), 0, Optional.empty(), Optional.of(machine -> Map.of("rows", (double) m)));
  }

  private static void hold(CoreScript script, int tiles) {
    Buffer[] held = new Buffer[tiles];
    for (int i = 0; i < tiles; i++) {
      held[i] = script.sbuf("held", 128, 1 << 14, DType.FP32);
      script.memset(Engine.VECTOR, held[i].all(), 0);
    }
    for (Buffer tile : held) {
      script.tensorCopy(Engine.VECTOR, tile.slice(0, 128, 0, 1), tile.slice(0, 128, 1, 1));
    }
  }
}
