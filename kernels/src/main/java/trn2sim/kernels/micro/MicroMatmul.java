package trn2sim.kernels.micro;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Pattern;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/**
 * A stream of equal matmuls or transposes on the Tensor engine, operands in SBUF from the start.
 */
public final class MicroMatmul implements ScriptKernel {
  @Override
  public String name() {
    return "micro_matmul";
  }

  @Override
  public String summary() {
    return "a stream of equal TensorE instructions: issue interval, duration, weight load";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        ParameterSpec.integer("K", 128, 1, "rows of the array in use"),
        ParameterSpec.integer("M", 128, 1, "columns of the stationary operand"),
        ParameterSpec.required("N", "columns of the moving operand"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.word("op", "what to time", "matmul", "transpose"),
        ParameterSpec.integer("stride", 1, 1, "element stride of the moving operand"),
        ParameterSpec.integer("weight_stride", 1, 1, "element stride of the stationary operand"),
        ParameterSpec.integer("warmup", 0, 0, "instructions before those that count"),
        ParameterSpec.integer("count", 6, 2, "instructions that count"));
  }

  @Override
  public List<DType> dtypes() {
    return DType.FLOATS;
  }

  @Override
  public Launch launch(Request request) {
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.SWDGE));
    int warmup = request.options().integer("warmup");
    int count = request.options().integer("count");
    boolean transpose = request.options().word("op").equals("transpose");
    if (transpose) {
      transposes(script, request, warmup + count);
    } else {
      matmuls(script, request, warmup + count);
    }
    boolean twice = request.dtype() == DType.FP32 && !transpose;
    int passes = twice ? request.device().neuron().tensor().fp32().passes() : 1;
    int[] counted = MicroLaunch.after(warmup, count);
    return MicroLaunch.of(
        request.ranks(),
        script.build(),
        0,
        machine -> {
          Process process = machine.processes().get(0);
          Map<String, Double> figures = figures(process, new Spans(process, counted), passes);
          machine.core(process).paceChanges().keySet().stream()
              .findFirst()
              .ifPresent(at -> figures.put("throttle_window_ns", at / 1000.0));
          return figures;
        });
  }

  private static Map<String, Double> figures(Process process, Spans spans, int passes) {
    Map<String, Double> figures = new LinkedHashMap<>();
    double issue = spans.issueNs();
    double duration = spans.durationNs();
    figures.put("issue_ns", issue);
    figures.put("duration_ns", duration);
    figures.put("pass_issue_ns", issue / passes);
    figures.put("pass_duration_ns", duration - issue * (passes - 1) / passes);
    figures.put("weight_load_ns", process.startPs(0) / 1000.0);
    return figures;
  }

  private static void matmuls(CoreScript script, Request request, int count) {
    int k = request.shape().integer("K");
    int m = request.shape().integer("M");
    int n = request.shape().integer("N");
    Access weights = apart(script, request, "weights", k, m, "weight_stride");
    Access moving = apart(script, request, "data", k, n, "stride");
    Buffer[] banks = new Buffer[request.device().neuron().memory().psumBanks()];
    for (int i = 0; i < banks.length; i++) {
      banks[i] = script.psum("psum", m, n, DType.FP32);
    }
    for (int i = 0; i < count; i++) {
      script.matmul(banks[i % banks.length].all(), weights, moving, true, true);
    }
  }

  private static void transposes(CoreScript script, Request request, int count) {
    int n = request.shape().integer("N");
    int m = request.shape().integer("M");
    Access data = apart(script, request, "data", n, m, "weight_stride");
    Buffer psum = script.psum("psum", m, n, request.dtype());
    for (int i = 0; i < count; i++) {
      script.transpose(psum.all(), data);
    }
  }

  /** A tile of which only every so many elements of a row are used. */
  private static Access apart(
      CoreScript script, Request request, String name, int rows, int columns, String option) {
    int stride = request.options().integer(option);
    Buffer tile = script.preset(name, MemorySpace.SBUF, rows, columns * stride, request.dtype());
    Pattern pattern = new Pattern(List.of(new Pattern.Dim(stride, columns)));
    return tile.slice(0, rows, 0, columns).with(pattern);
  }
}
