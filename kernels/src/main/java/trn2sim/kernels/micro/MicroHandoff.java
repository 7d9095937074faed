package trn2sim.kernels.micro;

import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/** One engine writes a tile, another reads it: the time from the one's end to the other's start. */
public final class MicroHandoff implements ScriptKernel {
  private static final int ROWS = NkiLimits.PARTITIONS;

  @Override
  public String name() {
    return "micro_handoff";
  }

  @Override
  public String summary() {
    return "one engine's result read by another: semaphore latency";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(ParameterSpec.integer("N", 512, 1, "elements per partition"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.word("from", "the engine that writes", "tensor", "vector", "scalar"),
        ParameterSpec.word("to", "the engine that reads", "vector", "scalar", "gpsimd"));
  }

  @Override
  public Launch launch(Request request) {
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.SWDGE));
    int n = request.shape().integer("N");
    DType type = request.dtype();
    Buffer tile;
    if (request.options().word("from").equals("tensor")) {
      if (n > NkiLimits.MOVING) {
        String most = "at most " + NkiLimits.MOVING + " with options.from=tensor";
        throw new KernelException("shape.N", n, most);
      }
      Buffer weights = script.preset("weights", MemorySpace.SBUF, ROWS, ROWS, type);
      Buffer data = script.preset("data", MemorySpace.SBUF, ROWS, n, type);
      tile = script.psum("psum", ROWS, n, DType.FP32);
      script.matmul(tile.all(), weights.all(), data.all(), true, true);
    } else {
      Buffer data = script.preset("data", MemorySpace.SBUF, ROWS, n, type);
      tile = script.sbuf("tile", ROWS, n, type);
      script.tensorCopy(engine(request, "from"), tile.all(), data.all());
    }
    Buffer out = script.sbuf("out", ROWS, n, DType.FP32);
    script.tensorCopy(engine(request, "to"), out.all(), tile.all());
    return MicroLaunch.of(
        request.ranks(),
        script.build(),
        0,
        machine -> {
          Process process = machine.processes().get(0);
          return Map.of("handoff_ns", (process.startPs(1) - process.donePs(0)) / 1000.0);
        });
  }

  private static Engine engine(Request request, String option) {
    return switch (request.options().word(option)) {
      case "vector" -> Engine.VECTOR;
      case "scalar" -> Engine.SCALAR;
      default -> Engine.GPSIMD;
    };
  }
}
