package trn2sim.core.program;

import java.util.List;
import trn2sim.core.timeline.Track;

/**
 * An immutable list of tasks on in-order lanes, shared by every process that runs it. Task numbers
 * are program order; a task depends only on tasks before it.
 */
public final class Program {
  static final int[] NONE = {};

  /**
   * A lane on which tasks run one after another.
   *
   * @param row the row of the timeline on which its tasks are, perhaps with those of other lanes
   * @param kind what its bars are; an engine's end when it is free for the next task, others when
   *     the task is done
   * @param blamesRoot whether a gap is put down to what began a chain of waits, not to the last
   */
  public record Lane(String name, String row, Track.Kind kind, boolean blamesRoot) {
    public Lane(String name, Track.Kind kind) {
      this(name, name, kind, false);
    }
  }

  /** A memory whose space tiles take and give back; a unit is what the memory counts in. */
  public record Space(String name, long capacity, String unit) {}

  /** A bound on the number of live tiles with the same role. */
  public record Pool(String name, int limit) {}

  /** A piece of a space, held from before its first task starts until its last task is done. */
  public record Tile(String name, int space, long units, int pool) {}

  /** Holds a task back until a semaphore has reached a value. */
  public record Wait(int semaphore, long value) {}

  /** Raises a semaphore when the task is done. */
  public record Signal(int semaphore, long amount) {}

  private final List<Lane> lanes;
  private final List<Space> spaces;
  private final List<Pool> pools;
  private final Tile[] tiles;
  private final TaskSpec[] tasks;
  private final int[][] queues;
  private final int[] tileUses;
  private final int[][] spaceOrder;

  Program(
      List<Lane> lanes, List<Space> spaces, List<Pool> pools, List<Tile> tiles, TaskSpec[] tasks) {
    this.lanes = List.copyOf(lanes);
    this.spaces = List.copyOf(spaces);
    this.pools = List.copyOf(pools);
    this.tiles = tiles.toArray(Tile[]::new);
    this.tasks = tasks;
    this.queues = ProgramIndex.queues(lanes.size(), tasks);
    this.tileUses = ProgramIndex.tileUses(tiles.size(), tasks);
    this.spaceOrder = ProgramIndex.spaceOrder(spaces.size(), this.tiles, tasks);
  }

  /** Everything about one task but its meaning, which the processor knows by the task's number. */
  record TaskSpec(int lane, int[] after, int[] tiles, List<Wait> waits, List<Signal> signals) {}

  public int size() {
    return tasks.length;
  }

  public List<Lane> lanes() {
    return lanes;
  }

  public List<Space> spaces() {
    return spaces;
  }

  List<Pool> pools() {
    return pools;
  }

  public Tile tile(int tile) {
    return tiles[tile];
  }

  public int tileCount() {
    return tiles.length;
  }

  public int lane(int task) {
    return tasks[task].lane;
  }

  /** The tasks that must be done before this one may start, besides those earlier on its lane. */
  public int[] after(int task) {
    return tasks[task].after;
  }

  /** The tiles the task touches. */
  public int[] tiles(int task) {
    return tasks[task].tiles;
  }

  public List<Wait> waits(int task) {
    return tasks[task].waits;
  }

  public List<Signal> signals(int task) {
    return tasks[task].signals;
  }

  /** The tasks of a lane, in the order in which they start. */
  public int[] queue(int lane) {
    return queues[lane];
  }

  /** How many tasks touch the tile. */
  int tileUses(int tile) {
    return tileUses[tile];
  }

  /** The tiles of a space in the order of their first use. */
  public int[] spaceOrder(int space) {
    return spaceOrder[space];
  }
}
