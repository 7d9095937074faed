package trn2sim.kernels.ascend;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;
import trn2sim.kernels.api.TileEffect;
import trn2sim.kernels.api.TileEffect.Area;

/** What a run did to the tensors, a number per step, read back as effects. */
final class Journal extends AbstractList<TileEffect> implements RandomAccess {
  private static final int FIELD = 14;
  private static final int MASK = (1 << FIELD) - 1;
  private static final int RANK_BITS = 8;
  private static final long MULTIPLY = 1L << 62;
  private static final long ADD = 1L << 61;

  private final AscendPlan plan;
  private long[] steps = new long[1024];
  private int size;

  Journal(AscendPlan plan) {
    this.plan = plan;
  }

  /** Notes that a K tile was multiplied, as its operands began to be read. */
  void multiply(int rank, int strip, int column, int k, boolean add) {
    append(MULTIPLY | (add ? ADD : 0) | code(rank, strip, column, k));
  }

  /** Notes that a tile of a source's rows has come to a rank; the source knows its strip. */
  void arrive(int rank, int strip, int k) {
    append(code(rank, strip, 0, k));
  }

  private static long code(int rank, int a, int b, int c) {
    long fields = ((long) a << (2 * FIELD)) | ((long) b << FIELD) | c;
    return fields << RANK_BITS | rank;
  }

  private void append(long step) {
    if (size == steps.length) {
      steps = Arrays.copyOf(steps, size * 2);
    }
    steps[size++] = step;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public TileEffect get(int index) {
    long step = steps[index];
    int rank = (int) (step & (1 << RANK_BITS) - 1);
    long fields = step >>> RANK_BITS;
    int strip = (int) (fields >>> (2 * FIELD)) & MASK;
    int column = (int) (fields >>> FIELD) & MASK;
    int k = (int) fields & MASK;
    return (step & MULTIPLY) == 0
        ? move(rank, strip, k)
        : multiplication(rank, strip, column, k, (step & ADD) != 0);
  }

  private TileEffect move(int rank, int strip, int k) {
    int source = plan.source(strip);
    int rows = plan.tiling().baseM();
    int cols = plan.tiling().baseN();
    int local = (strip - source * plan.stripsPerRank()) * rows;
    Area area = new Area(local, rows, k * cols, cols);
    return new TileEffect.Move(
        source, AscendProblem.SLICE, area, rank, AscendProblem.WINDOW, strip * rows);
  }

  private TileEffect multiplication(int rank, int strip, int column, int k, boolean add) {
    int rows = plan.tiling().baseM();
    int cols = plan.tiling().baseN();
    return new TileEffect.Multiply(
        rank,
        AscendProblem.WINDOW,
        0,
        AscendProblem.WEIGHTS,
        AscendProblem.OUT,
        new Area(strip * rows, rows, column * cols, cols),
        k * cols,
        cols,
        add);
  }
}
