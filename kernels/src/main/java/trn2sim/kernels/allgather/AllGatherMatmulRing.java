package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Register;
import trn2sim.kernels.api.Cluster;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/**
 * The ring of the NKI tutorial: ring buffers in HBM, one channel; each step first sends the current
 * buffer on, then multiplies it, loading every tile of both operands afresh.
 */
public final class AllGatherMatmulRing implements ScriptKernel {
  private static final int CHANNELS = 1;

  @Override
  public String name() {
    return "allgather_matmul_ring";
  }

  @Override
  public String summary() {
    return "the ring tutorial: all-gather + matmul through HBM ring buffers, one channel";
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
    Shape shape = Shape.of(request, true);
    if (shape.m() % shape.lnc() != 0) {
      throw new KernelException("shape.m", shape.m(), "a multiple of LNC = " + shape.lnc());
    }
    Cluster cluster = Cluster.of(request);
    Communicator rings = cluster.rings(CHANNELS);
    List<Script> scripts = new ArrayList<>();
    for (int core = 0; core < shape.lnc(); core++) {
      scripts.add(script(request, shape, core));
    }
    return new Launch(
        cluster.cores(scripts, cluster.ringRegisters(rings, CHANNELS)),
        shape.flops(),
        Optional.of(GatherMatmulProblem.of(shape)),
        Optional.empty(),
        Optional.of(rings),
        Optional.empty());
  }

  @Override
  public Optional<Launch> baseline(Request request, Launch fused) {
    return Optional.of(AllGatherThenMatmul.launch(request, Shape.of(request, true)));
  }

  private static Script script(Request request, Shape shape, int core) {
    CoreScript script = GatherOptions.script(request);
    int rows = shape.m() / shape.lnc();
    GatherOperands operands = GatherOperands.declare(script, shape);
    Buffer[] ring = {
      script.scratch("ring0_" + core, rows, shape.k(), shape.dtype()),
      script.scratch("ring1_" + core, rows, shape.k(), shape.dtype())
    };
    script.ringStep(0);
    script.dmaCopy(ring[0].all(), operands.lhs().slice(core * rows, rows, 0, shape.k()));
    for (int step = 0; step < shape.tp(); step++) {
      Buffer current = ring[step % 2];
      if (step + 1 < shape.tp()) {
        script.ringStep(step + 1);
        script.permute(List.of(ring[(step + 1) % 2].all()), List.of(current.all()));
      }
      script.ringStep(step);
      Register owner =
          new Register(step, String.format(Locale.ROOT, "rank_id[%d]", step), shape.tp());
      Access target =
          operands.out().slice(core * rows, rows, 0, shape.n()).offsetBy(owner, shape.m());
      Tiling tiling = Tiling.whole(rows, shape.k(), shape.n());
      multiply(script, tiling, current, operands.rhs(), target);
    }
    return script.build();
  }

  /** Fresh tiles each time, so loads run ahead; all K tiles accumulate in one PSUM tile. */
  private static void multiply(CoreScript script, Tiling t, Buffer lhs, Buffer rhs, Access target) {
    for (int m = 0; m < t.countM(); m++) {
      for (int n = 0; n < t.countN(); n++) {
        Buffer psum = script.psum("psum", t.rowsM(m), t.colsN(n), DType.FP32);
        for (int k = 0; k < t.countK(); k++) {
          Buffer left = script.sbuf("lhs_tile", t.rowsK(k), t.rowsM(m), lhs.dtype());
          script.dmaTranspose(
              left.all(), lhs.slice(m * t.tileM(), t.rowsM(m), k * t.tileK(), t.rowsK(k)));
          Buffer right = script.sbuf("rhs_tile", t.rowsK(k), t.colsN(n), rhs.dtype());
          script.dmaCopy(
              right.all(), rhs.slice(k * t.tileK(), t.rowsK(k), n * t.tileN(), t.colsN(n)));
          script.matmul(psum.all(), left.all(), right.all(), k == 0, k == t.countK() - 1);
        }
        Buffer result = script.sbuf("result", t.rowsM(m), t.colsN(n), lhs.dtype());
        script.tensorCopy(result.all(), psum.all());
        script.dmaCopy(
            new Access(
                target.buffer(),
                target.row() + m * t.tileM(),
                t.rowsM(m),
                n * t.tileN(),
                result.all().pattern(),
                target.offset()),
            result.all());
      }
    }
  }
}
