package trn2sim.kernels.allgather;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.kernels.api.PathChoice;

/**
 * The rule by which allgather_compute_matmul chooses its path (nki-library d2ad3a5, fgcc.py). It
 * counts one channel's lhs, twice, and no result tiles; what is really allocated is the assembler's
 * business.
 */
record PathRule(boolean sbuf, boolean rhsInSbuf, Tiling tiling, PathChoice choice) {
  private static final long KIB = 1L << 10;
  private static final long MIB = 1L << 20;
  private static final long RHS_BUDGET = 16 * MIB;
  private static final long BUDGET = 24 * MIB;

  private static final String FAILS =
      "the original kernel would fail at this size: it does not count blocks again once they are"
          + " smaller, and would index out of range; here they are counted again";

  static PathRule of(Shape shape, int channels, boolean forceHbm) {
    Count count = new Count(shape, channels);
    boolean rhsFits = count.rhs();
    if (!rhsFits) {
      count.blocksOfRhs();
    }
    String lhs = count.lhs();
    boolean sbuf = count.lhsFits && !forceHbm;
    if (!sbuf) {
      count.blocksOfLhs();
    }
    String reason =
        forceHbm
            ? "force_hbm_cc is set (" + lhs + ")"
            : lhs + (count.lhsFits ? ": lhs fits" : ": lhs does not fit");
    PathChoice choice =
        new PathChoice(
            sbuf ? "SBUF" : "HBM",
            forceHbm ? "hbm" : "auto",
            reason,
            count.steps,
            channels,
            sizes(count.tiling),
            count.fails ? Optional.of(FAILS) : Optional.empty());
    return new PathRule(sbuf, rhsFits, count.tiling, choice);
  }

  /** The bytes that the rule counts, step by step, and the blocks that fit. */
  private static final class Count {
    private final List<String> steps = new ArrayList<>();
    private final int width;
    private Tiling tiling;
    private long budget;
    private boolean lhsFits;
    private boolean fails;

    Count(Shape shape, int channels) {
      width = shape.dtype().bytes();
      tiling = Tiling.whole(shape.m() / shape.lnc() / channels, shape.k(), shape.n());
    }

    /** Whether the rhs stays in SBUF. */
    boolean rhs() {
      long rhs = 2 * tiling.rhsBytes(width);
      boolean fits = rhs <= RHS_BUDGET;
      steps.add(
          compared("2 x rhs", rhs, RHS_BUDGET)
              + (fits ? ": rhs stays in SBUF" : ": rhs is read in blocks"));
      return fits;
    }

    void blocksOfRhs() {
      int tilesK = Math.min(tiling.tilesK(), 16 / width);
      long fitN = RHS_BUDGET / tiling.blockK() / tiling.tileN() / width;
      int tilesN = (int) Math.max(1, Math.min(tiling.tilesN(), fitN));
      fails = tilesK != tiling.tilesK() || tilesN != tiling.tilesN();
      tiling = tiling.withBlocks(tiling.tilesM(), tilesN, tilesK);
      steps.add("rhs blocks of " + tilesK + " K tiles x " + tilesN + " N tiles");
      if (fails) {
        steps.add(FAILS);
      }
    }

    /** Compares the lhs with what the rhs leaves. */
    String lhs() {
      budget = BUDGET - 2 * tiling.blockK() * tiling.blockN() * width;
      steps.add("budget = " + mib(BUDGET) + " - 2 x rhs block = " + mib(budget));
      long lhs = 2 * tiling.lhsBytes(width);
      lhsFits = lhs <= budget;
      String compared = compared("2 x lhs of one channel", lhs, budget);
      steps.add(compared);
      return compared;
    }

    void blocksOfLhs() {
      long fitM = budget / tiling.blockK() / tiling.tileM() / width;
      int tilesM = (int) Math.max(1, Math.min(tiling.tilesM(), fitM));
      tiling = tiling.withBlocks(tilesM, tiling.tilesN(), tiling.tilesK());
    }

    private static String compared(String what, long bytes, long limit) {
      return what + " = " + mib(bytes) + (bytes <= limit ? " <= " : " > ") + mib(limit);
    }
  }

  private static Map<String, Integer> sizes(Tiling tiling) {
    Map<String, Integer> sizes = new LinkedHashMap<>();
    sizes.put("local_m", tiling.localM());
    sizes.put("tile_m", tiling.tileM());
    sizes.put("tile_n", tiling.tileN());
    sizes.put("tile_k", tiling.tileK());
    sizes.put("block_m_tiles", tiling.tilesM());
    sizes.put("block_n_tiles", tiling.tilesN());
    sizes.put("block_k_tiles", tiling.tilesK());
    return sizes;
  }

  /** Sizes and limits side by side, in one unit wherever that can be read. */
  private static String mib(long bytes) {
    return bytes < KIB
        ? bytes + " B"
        : String.format(Locale.ROOT, "%.4g MiB", bytes / (double) MIB);
  }
}
