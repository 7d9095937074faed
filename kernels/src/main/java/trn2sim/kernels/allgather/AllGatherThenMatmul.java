package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Cluster;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/**
 * The unfused way: gather all rows to HBM with the best public algorithm for the size, then one
 * matmul over the whole gathered lhs, with the tiling of the fused kernel.
 */
public final class AllGatherThenMatmul implements ScriptKernel {
  @Override
  public String name() {
    return "allgather_then_matmul";
  }

  @Override
  public String summary() {
    return "all-gather to completion, then the matmul: what fusing is compared with";
  }

  @Override
  public List<ParameterSpec> shape() {
    return Shape.WITH_COLUMNS;
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(DmaQueues.OPTION, GatherOptions.PSUM);
  }

  @Override
  public List<DType> dtypes() {
    return DType.TRANSPOSABLE_FLOATS;
  }

  @Override
  public Launch launch(Request request) {
    return launch(request, Shape.of(request, true));
  }

  /**
   * The same for a kernel that has its own names for sizes and types; nothing where this one would
   * refuse.
   *
   * @param lhs what each rank has of the rows
   */
  public static Optional<Launch> insteadOf(
      Request request, Problem.Tensor lhs, Problem.Tensor rhs) {
    Ranks ranks = request.ranks();
    boolean possible =
        lhs.dtype() == rhs.dtype()
            && DType.TRANSPOSABLE_FLOATS.contains(lhs.dtype())
            && lhs.rows() % ranks.lnc() == 0;
    return possible
        ? Optional.of(
            launch(
                request,
                new Shape(
                    lhs.rows(),
                    lhs.cols(),
                    rhs.cols(),
                    ranks.tp(),
                    ranks.groups(),
                    ranks.lnc(),
                    lhs.dtype())))
        : Optional.empty();
  }

  static Launch launch(Request request, Shape shape) {
    if (shape.m() % shape.lnc() != 0) {
      throw new KernelException("shape.m", shape.m(), "a multiple of LNC = " + shape.lnc());
    }
    Cluster cluster = Cluster.of(request);
    List<Script> scripts = new ArrayList<>();
    for (int core = 0; core < shape.lnc(); core++) {
      scripts.add(script(request, shape, core));
    }
    long bytesPerRank = (long) shape.m() * shape.k() * shape.dtype().bytes();
    return new Launch(
        cluster.cores(scripts, (group, rank) -> Map.of()),
        shape.flops(),
        Optional.of(GatherMatmulProblem.of(shape)),
        Optional.empty(),
        Optional.of(cluster.allGather(bytesPerRank)),
        Optional.empty());
  }

  /** Each core gathers and multiplies its own part of every rank's rows. */
  private static Script script(Request request, Shape shape, int core) {
    CoreScript script = GatherOptions.script(request);
    int rows = shape.m() / shape.lnc();
    GatherOperands operands = GatherOperands.declare(script, shape);
    Buffer gathered =
        script.scratch("gathered" + core, rows * shape.tp(), shape.k(), shape.dtype());
    Access own = operands.lhs().slice(core * rows, rows, 0, shape.k());
    script.allGather(gathered.all(), own, shape.tp());
    PathRule rule = PathRule.of(shape, 1, true);
    Tiling tiling = rule.tiling();
    Weights weights = new Weights(script, tiling, operands.rhs(), rule.rhsInSbuf());
    StepMatmul matmul = new StepMatmul(script, tiling, weights);
    for (int member = 0; member < shape.tp(); member++) {
      int firstRow = member * shape.m() + core * rows;
      matmul.emit(
          new HbmLhs(script, tiling, gathered, member * rows),
          m -> operands.out().slice(firstRow + m * tiling.tileM(), tiling.rowsM(m), 0, shape.n()));
    }
    return script.build();
  }
}
