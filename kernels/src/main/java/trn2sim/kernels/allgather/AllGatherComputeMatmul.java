package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.unit.Text;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.Channels;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Register;
import trn2sim.kernels.api.Cluster;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.PathChoice;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/**
 * Fused all-gather + matmul of nki-library (FGCC): lhs fragments travel round a ring, in SBUF or in
 * HBM, while each rank multiplies the fragment it has with its own columns.
 */
public final class AllGatherComputeMatmul implements ScriptKernel {
  @Override
  public String name() {
    return "allgather_compute_matmul";
  }

  @Override
  public String summary() {
    return "fused ring all-gather + matmul (FGCC), through SBUF or HBM by its own rule";
  }

  @Override
  public List<ParameterSpec> shape() {
    return Shape.WITH_COLUMNS;
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.flag("force_hbm_cc", false, "take the HBM path whatever the rule says"),
        ParameterSpec.flag(
            "zero_copy_ring", false, "SBUF path: multiply from the ring buffers, without packing"),
        DmaQueues.OPTION,
        GatherOptions.PSUM);
  }

  @Override
  public List<DType> dtypes() {
    return List.of(DType.FP32, DType.BF16, DType.FP16);
  }

  @Override
  public Launch launch(Request request) {
    Shape shape = evenShape(request);
    int channels = Channels.fineGrained(shape.tp(), shape.lnc());
    refuse(shape, channels);
    PathRule rule = PathRule.of(shape, channels, request.options().flag("force_hbm_cc"));
    Cluster cluster = Cluster.of(request);
    Communicator rings = cluster.rings(channels);
    List<Script> scripts = new ArrayList<>();
    for (int core = 0; core < shape.lnc(); core++) {
      scripts.add(new CoreWriter(request, shape, rule, channels, core).script());
    }
    return new Launch(
        cluster.cores(scripts, cluster.ringRegisters(rings, channels)),
        shape.flops(),
        Optional.of(GatherMatmulProblem.of(shape)),
        Optional.empty(),
        Optional.of(rings),
        Optional.of(rule.choice()));
  }

  @Override
  public Optional<PathChoice> path(Request request) {
    Shape shape = evenShape(request);
    int channels = Channels.fineGrained(shape.tp(), shape.lnc());
    refuse(shape, channels);
    boolean force = request.options().flag("force_hbm_cc");
    return Optional.of(PathRule.of(shape, channels, force).choice());
  }

  @Override
  public Optional<Launch> baseline(Request request, Launch fused) {
    return Optional.of(AllGatherThenMatmul.launch(request, Shape.of(request, true)));
  }

  /** The ring buffers alternate, so the number of ranks must be even. */
  private static Shape evenShape(Request request) {
    int tp = request.ranks().tp();
    if (tp % 2 != 0) {
      throw new KernelException("ranks.tp", tp, "an even number");
    }
    return Shape.of(request, true);
  }

  private static void refuse(Shape shape, int channels) {
    int parts = shape.lnc() * channels;
    if (shape.m() % parts != 0) {
      throw new KernelException(
          "shape.m",
          Text.count(shape.m(), "row") + " per rank",
          "a multiple of LNC x channels = "
              + shape.lnc()
              + " x "
              + channels
              + " = "
              + parts
              + " (all rows: a multiple of "
              + parts * shape.tp()
              + ")");
    }
  }

  /** Writes the script of one core of a rank. */
  private static final class CoreWriter {
    private final Shape shape;
    private final PathRule rule;
    private final Tiling tiling;
    private final int channels;
    private final RingRows ringRows;
    private final boolean zeroCopy;
    private final CoreScript script;
    private final Buffer lhs;
    private final Buffer out;
    private final StepMatmul matmul;

    CoreWriter(Request request, Shape shape, PathRule rule, int channels, int core) {
      this.shape = shape;
      this.rule = rule;
      this.tiling = rule.tiling();
      this.channels = channels;
      this.ringRows = new RingRows(shape, channels, core, tiling.localM());
      this.zeroCopy = request.options().flag("zero_copy_ring");
      this.script = GatherOptions.script(request);
      GatherOperands operands = GatherOperands.declare(script, shape);
      this.lhs = operands.lhs();
      this.out = operands.out();
      Weights weights = new Weights(script, tiling, operands.rhs(), rule.rhsInSbuf());
      this.matmul = new StepMatmul(script, tiling, weights);
    }

    Script script() {
      if (rule.sbuf()) {
        sbufPath();
      } else {
        hbmPath();
      }
      return script.build();
    }

    /** Permute 0 needs only the packed fragment, so it runs while step 0 computes. */
    private void sbufPath() {
      SbufRing ring = new SbufRing(script, tiling, shape.dtype(), channels, !zeroCopy);
      script.ringStep(0);
      ring.load(lhs, ringRows.first(0));
      ring.pack();
      for (int step = 0; step < shape.tp(); step++) {
        script.ringStep(step);
        if (zeroCopy && step + 1 < shape.tp()) {
          StepMatmul.Lhs[] fragments = fragments(ring);
          script.ringStep(step + 1);
          ring.permute();
          script.ringStep(step);
          compute(step, fragments);
          continue;
        }
        compute(step, fragments(ring));
        if (step + 1 < shape.tp()) {
          script.ringStep(step + 1);
          if (step > 0) {
            ring.pack();
          }
          ring.permute();
          ring.unpack();
        }
      }
    }

    private StepMatmul.Lhs[] fragments(SbufRing ring) {
      StepMatmul.Lhs[] fragments = new StepMatmul.Lhs[channels];
      for (int ch = 0; ch < channels; ch++) {
        fragments[ch] = ring.lhs(ch);
      }
      return fragments;
    }

    private void compute(int step, StepMatmul.Lhs[] fragments) {
      for (int ch = 0; ch < channels; ch++) {
        matmul.emit(fragments[ch], rows(step, ch, ringRows.first(ch)));
      }
    }

    /** Ring buffers in HBM; no packing. */
    private void hbmPath() {
      Buffer[] ring = ringRows.buffers(script);
      script.ringStep(0);
      ringRows.load(script, ring[0], lhs);
      for (int step = 0; step < shape.tp(); step++) {
        Buffer current = ring[step % 2];
        script.ringStep(step);
        for (int ch = 0; ch < channels; ch++) {
          int firstRow = ringRows.firstInHbm(ch);
          matmul.emit(new HbmLhs(script, tiling, current, firstRow), rows(step, ch, firstRow));
        }
        if (step + 1 < shape.tp()) {
          script.ringStep(step + 1);
          ringRows.permute(script, ring[(step + 1) % 2], current);
        }
      }
    }

    /** The slot of the rank whose rows the step processes. */
    private StepMatmul.Rows rows(int step, int channel, int firstRow) {
      Register owner = ringRows.owner(step, channel);
      return m ->
          out.slice(firstRow + m * tiling.tileM(), tiling.rowsM(m), 0, shape.n())
              .offsetBy(owner, shape.m());
    }
  }
}
