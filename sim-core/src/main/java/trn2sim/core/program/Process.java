package trn2sim.core.program;

import java.util.Arrays;
import java.util.List;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.WaitReason;

/**
 * One run of a program on a processor. A lane goes forward as long as the completion times it needs
 * are known, even when they lie ahead of the clock; it needs no event of its own. It stops at a
 * task whose inputs depend on something that the clock has yet to reach, such as a transfer.
 */
public final class Process {
  private static final long UNKNOWN = Long.MIN_VALUE;
  private static final int NOBODY = -1;

  private final int number;
  private final String name;
  private final Program program;
  private final Processor processor;
  private final Runner runner;
  private final List<Semaphore> semaphores;
  private final TileSpace[] spaces;
  private final Placement placement = new Placement();
  private final Causes cause = new Causes();

  private final int[] cursor;
  private final long[] laneFree;
  private final long[] laneDone;
  private final boolean[] queued;

  /** When the clock wakes a lane, if it was asked to. */
  private final long[] wakesAt;

  private final int[] waitingLane;
  private final int[] nextWaiter;

  private final long[] done;

  /** What only a timeline needs; empty if none is wanted. */
  private final long[] start;

  private final long[] free;
  private final byte[] reason;
  private final int[] blamed;
  private long endPs;

  private final long[] reserved;
  private final long[] released;
  private final int[] usesLeft;
  private int settled;

  Process(
      int number,
      String name,
      Program program,
      Processor processor,
      Runner runner,
      List<Semaphore> semaphores) {
    this.number = number;
    this.name = name;
    this.program = program;
    this.processor = processor;
    this.runner = runner;
    this.semaphores = semaphores;
    int lanes = program.lanes().size();
    int tasks = program.size();
    int tiles = program.tileCount();
    cursor = new int[lanes];
    laneFree = new long[lanes];
    laneDone = new long[lanes];
    queued = new boolean[lanes];
    wakesAt = new long[lanes];
    nextWaiter = new int[lanes];
    waitingLane = filled(tasks, NOBODY);
    done = new long[tasks];
    Arrays.fill(done, UNKNOWN);
    int kept = runner.keepsHistory() ? tasks : 0;
    start = new long[kept];
    free = new long[kept];
    reason = new byte[kept];
    blamed = filled(kept, NOBODY);
    reserved = new long[tiles];
    Arrays.fill(reserved, UNKNOWN);
    released = new long[tiles];
    usesLeft = new int[tiles];
    for (int tile = 0; tile < tiles; tile++) {
      usesLeft[tile] = program.tileUses(tile);
    }
    spaces = new TileSpace[program.spaces().size()];
    for (int space = 0; space < spaces.length; space++) {
      spaces[space] = new TileSpace(this, space);
    }
  }

  private static int[] filled(int size, int value) {
    int[] array = new int[size];
    Arrays.fill(array, value);
    return array;
  }

  /** Its position among the processes of the run. */
  public int number() {
    return number;
  }

  public String name() {
    return name;
  }

  public Program program() {
    return program;
  }

  public Processor processor() {
    return processor;
  }

  Simulation simulation() {
    return runner.simulation();
  }

  void begin() {
    for (TileSpace space : spaces) {
      space.reserve(0);
    }
    for (int lane = 0; lane < cursor.length; lane++) {
      wake(lane);
    }
  }

  /** Puts the lane on the runner's list of lanes that may be able to go on. */
  void wake(int lane) {
    if (!queued[lane]) {
      queued[lane] = true;
      runner.enqueue(this, lane);
    }
  }

  /** After everything else of that instant has been placed. */
  private void wakeAt(int lane, long atPs) {
    if (wakesAt[lane] == atPs) {
      return;
    }
    wakesAt[lane] = atPs;
    Runnable goOn =
        () -> {
          wake(lane);
          drain();
        };
    simulation().at(atPs, Phase.ISSUE, "start of a task", goOn);
  }

  void drain() {
    runner.drain();
  }

  /** Goes forward on a lane until a task cannot be placed yet. */
  void advance(int lane) {
    queued[lane] = false;
    int[] queue = program.queue(lane);
    while (cursor[lane] < queue.length) {
      Cancellation.check();
      int task = queue[cursor[lane]];
      cause.reset(laneFree[lane]);
      if (!dependenciesKnown(task, lane) || !spaceKnown(task, lane) || !waitsKnown(task, lane)) {
        return;
      }
      if (processor.onTheClock(task) && cause.readyPs() > simulation().now()) {
        wakeAt(lane, cause.readyPs());
        return;
      }
      cursor[lane]++;
      place(task, lane);
    }
  }

  private boolean dependenciesKnown(int task, int lane) {
    for (int before : program.after(task)) {
      if (done[before] == UNKNOWN) {
        nextWaiter[lane] = waitingLane[before];
        waitingLane[before] = lane;
        return false;
      }
      if (cause.isLast(done[before] + processor.signalPs(before))) {
        WaitReason why = processor.awaitedAs(before, task);
        cause.blame(why, why == WaitReason.SPACE ? program.tileCount() + before : before);
      }
    }
    return true;
  }

  private boolean spaceKnown(int task, int lane) {
    for (int tile : program.tiles(task)) {
      if (reserved[tile] == UNKNOWN) {
        spaces[program.tile(tile).space()].await(tile, lane);
        return false;
      }
      if (cause.isLast(reserved[tile])) {
        cause.blame(WaitReason.SPACE, tile);
      }
    }
    return true;
  }

  private boolean waitsKnown(int task, int lane) {
    List<Wait> waits = program.waits(task);
    for (int i = 0; i < waits.size(); i++) {
      Wait wait = waits.get(i);
      Semaphore semaphore = semaphores.get(wait.semaphore());
      long reached = semaphore.reachedPs(wait.value());
      if (reached == Placement.PENDING) {
        semaphore.await(wait.value(), this, lane);
        return false;
      }
      if (cause.isLast(reached)) {
        cause.blame(WaitReason.PEER, wait.semaphore());
      }
    }
    return true;
  }

  private void place(int task, int lane) {
    long ready = cause.readyPs();
    processor.place(task, ready, cause.inputsPs(), placement);
    laneFree[lane] = placement.freePs;
    endPs = Math.max(endPs, placement.freePs);
    if (runner.keepsHistory()) {
      start[task] = placement.startPs;
      free[task] = placement.freePs;
      boolean late = placement.startPs > ready && cause.reason() == WaitReason.NONE;
      reason[task] = (byte) (late ? WaitReason.PIPELINE : cause.reason()).ordinal();
      blamed[task] = cause.blamed();
    }
    if (placement.donePs != Placement.PENDING) {
      laneDone[lane] = Math.max(laneDone[lane], placement.donePs);
      settle(task, laneDone[lane]);
    }
  }

  /** Reports that a transfer is done; only for tasks placed as pending. */
  public void complete(int task, long donePs) {
    settle(task, donePs);
    runner.drain();
  }

  /** Reports that the processor acts on memory now, for something numbered after the tasks. */
  public void perform(int part) {
    runner.performed(this, part);
  }

  private void settle(int task, long donePs) {
    done[task] = donePs;
    endPs = Math.max(endPs, donePs);
    settled++;
    long visible = donePs + processor.signalPs(task);
    runner.settled(this, task);
    for (int lane = waitingLane[task]; lane != NOBODY; lane = nextWaiter[lane]) {
      wake(lane);
    }
    for (int tile : program.tiles(task)) {
      released[tile] = Math.max(released[tile], visible);
      if (--usesLeft[tile] == 0) {
        spaces[program.tile(tile).space()].release(tile, released[tile]);
      }
    }
    List<Signal> signals = program.signals(task);
    for (int i = 0; i < signals.size(); i++) {
      Signal signal = signals.get(i);
      semaphores.get(signal.semaphore()).rise(signal.amount(), visible);
    }
  }

  void reserve(int tile, long atPs) {
    reserved[tile] = atPs;
  }

  /** When the tile got its space, or negative if it has not. */
  public long reservedPs(int tile) {
    return reserved[tile];
  }

  /** When the tile's last user was done. */
  public long releasedPs(int tile) {
    return released[tile];
  }

  /** How many tasks have an end; may be asked by another thread, which may see an older number. */
  public int settled() {
    return settled;
  }

  /** When the last lane was free and the last task done. */
  public long endPs() {
    return endPs;
  }

  public long startPs(int task) {
    return start[task];
  }

  /** When the lane could go on after the task. */
  public long freePs(int task) {
    return free[task];
  }

  public long donePs(int task) {
    return done[task];
  }

  public boolean isDone(int task) {
    return done[task] != UNKNOWN;
  }

  /** Why the task did not start when its lane was free. */
  public WaitReason reason(int task) {
    return WaitReason.of(reason[task]);
  }

  /**
   * The task, tile or semaphore the reason names, or -1; where a task held the room, that task,
   * numbered after the tiles.
   */
  public int blamed(int task) {
    return blamed[task];
  }

  public List<Semaphore> semaphores() {
    return semaphores;
  }

  /** The first task of the lane that was never placed, or -1. */
  int stuck(int lane) {
    int[] queue = program.queue(lane);
    return cursor[lane] < queue.length ? queue[cursor[lane]] : NOBODY;
  }

  long freeUnits(int space) {
    return spaces[space].free();
  }

  int liveTiles(Program.Tile tile) {
    return spaces[tile.space()].live(tile.pool());
  }
}
