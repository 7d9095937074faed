package trn2sim.hw.ascend;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trn2sim.core.program.Program;
import trn2sim.core.program.ProgramBuilder;
import trn2sim.core.timeline.Track;

/**
 * The program of one AIC core: strips of output tiles, each the sum of K tiles. Operands go GM to
 * L1 (MTE2, two buffers), L1 to L0 (MTE1, two halves), through the cube into the one L0C tile, and
 * out (FIX). An output tile drains MTE1 and MTE2 before the next begins, and its store holds up the
 * next one's first product. All cores with strips of the same form share one program.
 */
public final class CubeTasks {
  /** What a task is. */
  public enum Kind {
    LOAD,
    EXTRACT,
    MATMUL,
    STORE
  }

  /** Output tiles that a core computes one after another, from rows whose arrival it waits for. */
  public record Unit(int tiles, boolean waits) {}

  static final int MTE2 = 0;
  static final int MTE1 = 1;
  static final int CUBE = 2;
  static final int FIX = 3;

  /** The semaphore that lets a core start. */
  public static final int LAUNCHED = 0;

  /** The semaphore that a core raises when it is done. */
  public static final int DONE = 1;

  /** The first semaphore of a unit's rows, which counts their K tiles. */
  public static final int UNITS = 2;

  private static final int NONE = -1;

  private final ProgramBuilder builder = new ProgramBuilder();
  private final List<int[]> meaning = new ArrayList<>();
  private final int kTiles;
  private final int parts;
  private int lastLoad = NONE;
  private int lastStore = NONE;
  private int drained = NONE;
  private final int[] extracts;
  private final int[] matmuls;

  private CubeTasks(int kTiles, int parts) {
    this.kTiles = kTiles;
    this.parts = parts;
    this.extracts = new int[kTiles * parts];
    this.matmuls = new int[kTiles * parts];
    builder.lane(new Program.Lane("Mte2", Track.Kind.QUEUE));
    builder.lane(new Program.Lane("Mte1", Track.Kind.QUEUE));
    builder.lane(new Program.Lane("Cube", "Cube", Track.Kind.ENGINE, true));
    builder.lane(new Program.Lane("Fix", Track.Kind.QUEUE));
  }

  /** A program and, for each task, its kind, unit, output tile and K slot. */
  public record Written(Program program, int[][] meaning) {
    public Kind kind(int task) {
      return Kind.values()[meaning[task][0]];
    }

    public int unit(int task) {
      return meaning[task][1];
    }

    public int tile(int task) {
      return meaning[task][2];
    }

    /** Which K tile, in order of consumption. */
    public int slot(int task) {
      return meaning[task][3];
    }
  }

  /**
   * The tasks of a core's units.
   *
   * @param parts products per K tile
   */
  public static Written write(List<Unit> units, int kTiles, int parts) {
    CubeTasks tasks = new CubeTasks(kTiles, parts);
    for (int unit = 0; unit < units.size(); unit++) {
      for (int tile = 0; tile < units.get(unit).tiles(); tile++) {
        boolean last = unit == units.size() - 1 && tile == units.get(unit).tiles() - 1;
        tasks.outputTile(unit, tile, units.get(unit).waits() && tile == 0, last);
      }
      tasks.drained = tasks.lastStore;
    }
    return new Written(tasks.builder.build(), tasks.meaning.toArray(int[][]::new));
  }

  private void outputTile(int unit, int tile, boolean waits, boolean end) {
    int previousStore = lastStore;
    int previousMatmul = lastStore == NONE ? NONE : matmuls[kTiles * parts - 1];
    for (int slot = 0; slot < kTiles; slot++) {
      int load = load(unit, tile, slot, waits);
      for (int part = 0; part < parts; part++) {
        int at = slot * parts + part;
        int buffer = at >= 2 ? matmuls[at - 2] : previousMatmul;
        extracts[at] = task(Kind.EXTRACT, MTE1, new int[] {unit, tile, slot}, load, buffer);
        int clear = at == 0 ? previousStore : NONE;
        matmuls[at] = task(Kind.MATMUL, CUBE, new int[] {unit, tile, slot}, extracts[at], clear);
      }
    }
    int last = kTiles * parts - 1;
    drained = extracts[last];
    meaning.add(new int[] {Kind.STORE.ordinal(), unit, tile, kTiles - 1});
    List<Program.Signal> signals = end ? List.of(new Program.Signal(DONE, 1)) : List.of();
    int[] after = known(matmuls[last], lastStore);
    lastStore = builder.task(FIX, after, new int[0], List.of(), signals);
  }

  /** Loads follow one another; a buffer is free when the extracts two K tiles before are done. */
  private int load(int unit, int tile, int slot, boolean waits) {
    int buffer = slot >= 2 ? extracts[(slot - 1) * parts - 1] : NONE;
    int before = slot == 0 ? drained : buffer;
    List<Program.Wait> held = new ArrayList<>();
    if (lastLoad == NONE) {
      held.add(new Program.Wait(LAUNCHED, 1));
    }
    if (waits) {
      held.add(new Program.Wait(UNITS + unit, slot + 1));
    }
    meaning.add(new int[] {Kind.LOAD.ordinal(), unit, tile, slot});
    lastLoad = builder.task(MTE2, known(lastLoad, before), new int[0], held, List.of());
    return lastLoad;
  }

  private int task(Kind kind, int lane, int[] where, int... after) {
    meaning.add(new int[] {kind.ordinal(), where[0], where[1], where[2]});
    return builder.task(lane, known(after), new int[0]);
  }

  private static int[] known(int... tasks) {
    return Arrays.stream(tasks).filter(task -> task != NONE).toArray();
  }
}
