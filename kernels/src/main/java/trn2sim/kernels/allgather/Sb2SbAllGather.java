package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.kernels.api.Cluster;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/**
 * All-gather from SBUF to SBUF along the free dimension: load, gather, store; whole, or in tiles of
 * 128 rows that pipeline.
 */
public final class Sb2SbAllGather implements ScriptKernel {
  private static final int PARTITIONS = NkiLimits.PARTITIONS;

  private final boolean tiled;
  private final String rowsKey;
  private final String colsKey;

  private Sb2SbAllGather(boolean tiled, String rowsKey, String colsKey) {
    this.tiled = tiled;
    this.rowsKey = rowsKey;
    this.colsKey = colsKey;
  }

  /** One tile of at most 128 rows. */
  public static Sb2SbAllGather whole() {
    return new Sb2SbAllGather(false, "H", "W");
  }

  /** Tiles of 128 rows, split over the cores of a rank. */
  public static Sb2SbAllGather tiled() {
    return new Sb2SbAllGather(true, "M", "K");
  }

  @Override
  public String name() {
    return tiled ? "allgather_sb2sb_tiled" : "allgather_sb2sb";
  }

  @Override
  public String summary() {
    return tiled
        ? "SBUF-to-SBUF all-gather in tiles of 128 rows: [M x K] -> [M x K*tp]"
        : "SBUF-to-SBUF all-gather of one tile: [H x W] -> [H x W*tp]";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        ParameterSpec.required(rowsKey, "rows" + (tiled ? "" : ", at most 128")),
        ParameterSpec.required(colsKey, "columns of each rank"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(DmaQueues.OPTION);
  }

  @Override
  public Launch launch(Request request) {
    int rows = request.shape().integer(rowsKey);
    int cols = request.shape().integer(colsKey);
    int lnc = request.ranks().lnc();
    int tp = request.ranks().tp();
    int tileRows = Math.min(rows, PARTITIONS);
    refuse(rows, tileRows, lnc);
    int tiles = rows / tileRows;
    int tilesPerCore = Math.max(1, tiles / lnc);
    Cluster cluster = Cluster.of(request);
    List<Script> scripts = new ArrayList<>();
    for (int core = 0; core < lnc; core++) {
      boolean repeats = core * tilesPerCore >= tiles;
      Part part = new Part(core * tilesPerCore % tiles, tilesPerCore, tileRows, !repeats);
      scripts.add(script(request, part));
    }
    long bytesPerRank = (long) tileRows * cols * request.dtype().bytes();
    return new Launch(
        cluster.cores(scripts, (group, rank) -> Map.of()),
        0,
        Optional.of(new GatherProblem(rows, cols, tp, true, request.dtype())),
        Optional.empty(),
        Optional.of(cluster.allGather(bytesPerRank)),
        Optional.empty());
  }

  private void refuse(int rows, int tileRows, int lnc) {
    if (!tiled && rows > PARTITIONS) {
      throw new KernelException(
          "shape.H", rows, "at most " + PARTITIONS + ", the partitions of SBUF");
    }
    if (rows % tileRows != 0) {
      throw new KernelException("shape.M", rows, "at most 128 or a multiple of 128");
    }
    int tiles = rows / tileRows;
    if (tiles > 1 && tiles % lnc != 0) {
      throw new KernelException(
          "shape.M", tiles + " tiles of 128 rows", "a number divisible by LNC = " + lnc);
    }
  }

  /**
   * The tiles of one core.
   *
   * @param stores whether it leaves the result in HBM; a core that only repeats another does not
   */
  private record Part(int firstTile, int tiles, int tileRows, boolean stores) {}

  private Script script(Request request, Part part) {
    int tileRows = part.tileRows;
    CoreScript script = GatherOptions.script(request);
    int rows = request.shape().integer(rowsKey);
    int cols = request.shape().integer(colsKey);
    int tp = request.ranks().tp();
    Buffer in = script.input(GatherProblem.IN, rows, cols, request.dtype());
    Buffer out = script.output(GatherProblem.OUT, rows, cols * tp, request.dtype());
    for (int tile = part.firstTile; tile < part.firstTile + part.tiles; tile++) {
      int row = tile * tileRows;
      Buffer own = script.sbuf("own", tileRows, cols, request.dtype());
      script.dmaCopy(own.all(), in.slice(row, tileRows, 0, cols));
      Buffer all = script.sbuf("gathered", tileRows, cols * tp, request.dtype());
      script.allGather(all.all(), own.all(), tp);
      if (part.stores) {
        script.dmaCopy(out.slice(row, tileRows, 0, cols * tp), all.all());
      }
    }
    return script.build();
  }
}
