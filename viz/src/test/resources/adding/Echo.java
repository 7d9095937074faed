package trn2sim.kernels.micro;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/** Copies a matrix through SBUF. */
public final class Echo implements ScriptKernel {
  @Override
  public String name() {
    return "echo";
  }

  @Override
  public String summary() {
    return "copies a matrix through SBUF";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(ParameterSpec.required("N", "columns"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of();
  }

  @Override
  public Launch launch(Request request) {
    int n = request.shape().integer("N");
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.STATIC));
    Buffer in = script.input("in", 128, n, request.dtype());
    Buffer out = script.output("out", 128, n, request.dtype());
    Buffer tile = script.sbuf("tile", 128, n, request.dtype());
    script.dmaCopy(tile.all(), in.all());
    script.dmaCopy(out.all(), tile.all());
    Launch.CoreLaunch core = new Launch.CoreLaunch(0, 0, 0, script.build(), Map.of());
    Problem same = new Same(n, request.dtype());
    return Launch.local(List.of(core), 0, Optional.of(same), Optional.empty());
  }

  private record Same(int n, DType dtype) implements Problem {
    @Override
    public List<Tensor> inputs() {
      return List.of(new Tensor("in", 128, n, dtype));
    }

    @Override
    public Tensor output() {
      return new Tensor("out", 128, n, dtype);
    }

    @Override
    public Expected expected(int rank, Inputs inputs) {
      return new Gathered(List.of(inputs.tensor(rank, "in")), false);
    }
  }
}
