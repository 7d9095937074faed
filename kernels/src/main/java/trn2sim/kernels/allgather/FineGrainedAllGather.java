package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.Channels;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
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

/** The ring of allgather_compute_matmul without the matmul: lhs [m x K] -> [m*tp x K]. */
public final class FineGrainedAllGather implements ScriptKernel {
  private static final long BUDGET = 24L << 20;

  @Override
  public String name() {
    return "fine_grained_allgather";
  }

  @Override
  public String summary() {
    return "the FGCC ring without the matmul, through SBUF or HBM by its own rule";
  }

  @Override
  public List<ParameterSpec> shape() {
    return Shape.ROWS_ONLY;
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.flag("force_hbm_cc", false, "take the HBM path whatever the rule says"),
        DmaQueues.OPTION);
  }

  @Override
  public Launch launch(Request request) {
    Shape shape = Shape.of(request, false);
    int channels = Channels.fineGrained(shape.tp(), shape.lnc());
    Tiling tiling = tiling(shape, channels);
    PathChoice path = path(shape, tiling, channels, request.options().flag("force_hbm_cc"));
    if (path.rule().equals("SBUF") && shape.dtype().bytes() == 1) {
      throw new KernelException(
          "dtype",
          shape.dtype().label() + " on the SBUF path",
          "a type of 2 or 4 bytes, which dma_transpose needs, or options.force_hbm_cc: true");
    }
    Cluster cluster = Cluster.of(request);
    Communicator rings = cluster.rings(channels);
    List<Script> scripts = new ArrayList<>();
    for (int core = 0; core < shape.lnc(); core++) {
      scripts.add(new CoreWriter(request, shape, tiling, channels, core).write(path));
    }
    return new Launch(
        cluster.cores(scripts, cluster.ringRegisters(rings, channels)),
        0,
        Optional.of(new GatherProblem(shape.m(), shape.k(), shape.tp(), false, shape.dtype())),
        Optional.empty(),
        Optional.of(rings),
        Optional.of(path));
  }

  @Override
  public Optional<PathChoice> path(Request request) {
    Shape shape = Shape.of(request, false);
    int channels = Channels.fineGrained(shape.tp(), shape.lnc());
    Tiling tiling = tiling(shape, channels);
    return Optional.of(path(shape, tiling, channels, request.options().flag("force_hbm_cc")));
  }

  private static Tiling tiling(Shape shape, int channels) {
    int parts = shape.lnc() * channels;
    if (shape.m() % parts != 0) {
      throw new KernelException("shape.m", shape.m(), "a multiple of LNC x channels = " + parts);
    }
    return Tiling.whole(shape.m() / parts, shape.k(), 1);
  }

  private static PathChoice path(Shape shape, Tiling tiling, int channels, boolean force) {
    int width = shape.dtype().bytes();
    boolean all = shape.lnc() == 2 && channels > 1;
    long bytes = all ? channels * tiling.lhsBytes(width) : (long) shape.m() * shape.k() * width;
    boolean fits = 2 * bytes <= BUDGET;
    String compared =
        String.format(
            Locale.ROOT,
            "2 x %s = %d B %s %d B",
            all ? "all channels' tiles" : "m x K",
            2 * bytes,
            fits ? "<=" : ">",
            BUDGET);
    Map<String, Integer> tiles = new LinkedHashMap<>();
    tiles.put("local_m", tiling.localM());
    tiles.put("tile_m", tiling.tileM());
    tiles.put("tile_k", tiling.tileK());
    return new PathChoice(
        fits && !force ? "SBUF" : "HBM",
        force ? "hbm" : "auto",
        force ? "force_hbm_cc is set (" + compared + ")" : compared,
        List.of(compared),
        channels,
        tiles,
        Optional.empty());
  }

  /** Writes the script of one core of a rank. */
  private static final class CoreWriter {
    private final Shape shape;
    private final Tiling tiling;
    private final int channels;
    private final RingRows ringRows;
    private final CoreScript script;
    private final Buffer in;
    private final Buffer out;

    CoreWriter(Request request, Shape shape, Tiling tiling, int channels, int core) {
      this.shape = shape;
      this.tiling = tiling;
      this.channels = channels;
      this.ringRows = new RingRows(shape, channels, core, tiling.localM());
      this.script = GatherOptions.script(request);
      this.in = script.input(GatherProblem.IN, shape.m(), shape.k(), shape.dtype());
      this.out = script.output(GatherProblem.OUT, shape.m() * shape.tp(), shape.k(), shape.dtype());
    }

    Script write(PathChoice path) {
      if (path.rule().equals("SBUF")) {
        sbuf();
      } else {
        hbm();
      }
      return script.build();
    }

    private void sbuf() {
      SbufRing ring = new SbufRing(script, tiling, shape.dtype(), channels, false);
      script.ringStep(0);
      ring.load(in, ringRows.first(0));
      for (int step = 0; step < shape.tp(); step++) {
        StepMatmul.Lhs[] fragments = new StepMatmul.Lhs[channels];
        for (int ch = 0; ch < channels; ch++) {
          fragments[ch] = ring.lhs(ch);
        }
        if (step + 1 < shape.tp()) {
          script.ringStep(step + 1);
          ring.permute();
        }
        script.ringStep(step);
        for (int ch = 0; ch < channels; ch++) {
          storeTransposed(step, ch, fragments[ch].block(0, tiling.countK(), 0, tiling.countM()));
        }
      }
    }

    /** Tiles arrive with K on the partitions; TensorE turns them back through PSUM. */
    private void storeTransposed(int step, int channel, StepMatmul.Tiles tiles) {
      for (int m = 0; m < tiling.countM(); m++) {
        for (int k = 0; k < tiling.countK(); k++) {
          int rows = tiling.rowsM(m);
          int cols = tiling.rowsK(k);
          Buffer psum = script.psum("psum", rows, cols, shape.dtype());
          script.transpose(psum.all(), tiles.stationary(k, m));
          Buffer tile = script.sbuf("out_tile", rows, cols, shape.dtype());
          script.tensorCopy(tile.all(), psum.all());
          script.dmaCopy(target(step, channel, m, k), tile.all());
        }
      }
    }

    private void hbm() {
      Buffer[] ring = ringRows.buffers(script);
      script.ringStep(0);
      ringRows.load(script, ring[0], in);
      for (int step = 0; step < shape.tp(); step++) {
        Buffer current = ring[step % 2];
        if (step + 1 < shape.tp()) {
          script.ringStep(step + 1);
          ringRows.permute(script, ring[(step + 1) % 2], current);
        }
        script.ringStep(step);
        for (int ch = 0; ch < channels; ch++) {
          storeThroughSbuf(step, ch, current);
        }
      }
    }

    private void storeThroughSbuf(int step, int channel, Buffer current) {
      for (int m = 0; m < tiling.countM(); m++) {
        int rows = tiling.rowsM(m);
        Buffer tile = script.sbuf("out_tile", rows, shape.k(), shape.dtype());
        int row = ringRows.firstInHbm(channel) + m * tiling.tileM();
        script.dmaCopy(tile.all(), current.slice(row, rows, 0, shape.k()));
        Register owner = ringRows.owner(step, channel);
        script.dmaCopy(out.slice(row, rows, 0, shape.k()).offsetBy(owner, shape.m()), tile.all());
      }
    }

    private Access target(int step, int channel, int m, int k) {
      int row = ringRows.first(channel) + m * tiling.tileM();
      return out.slice(row, tiling.rowsM(m), k * tiling.tileK(), tiling.rowsK(k))
          .offsetBy(ringRows.owner(step, channel), shape.m());
    }
  }
}
