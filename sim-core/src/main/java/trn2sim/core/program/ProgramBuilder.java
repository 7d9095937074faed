package trn2sim.core.program;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Program.Lane;
import trn2sim.core.program.Program.Pool;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Space;
import trn2sim.core.program.Program.TaskSpec;
import trn2sim.core.program.Program.Tile;
import trn2sim.core.program.Program.Wait;
import trn2sim.core.timeline.Track;

/** Collects lanes, spaces and tasks in program order. */
public final class ProgramBuilder {
  private final List<Lane> lanes = new ArrayList<>();
  private final List<Space> spaces = new ArrayList<>();
  private final List<Pool> pools = new ArrayList<>();
  private final List<Tile> tiles = new ArrayList<>();
  private final List<TaskSpec> tasks = new ArrayList<>();

  /** Adds a lane whose row, an engine's, has its name. */
  public int lane(String name) {
    return lane(new Lane(name, Track.Kind.ENGINE));
  }

  public int lane(Lane lane) {
    lanes.add(lane);
    return lanes.size() - 1;
  }

  public int space(String name, long capacity, String unit) {
    spaces.add(new Space(name, capacity, unit));
    return spaces.size() - 1;
  }

  public int pool(String name, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("pool " + name + " needs at least one tile");
    }
    pools.add(new Pool(name, limit));
    return pools.size() - 1;
  }

  public int tile(String name, int space, long units, int pool) {
    tiles.add(new Tile(name, space, units, pool));
    return tiles.size() - 1;
  }

  /** Adds a task without semaphores. */
  public int task(int lane, int[] after, int[] touched) {
    return task(lane, after, touched, List.of(), List.of());
  }

  public int task(int lane, int[] after, int[] touched, List<Wait> waits, List<Signal> signals) {
    int number = tasks.size();
    for (int before : after) {
      if (before < 0 || before >= number) {
        throw new IllegalArgumentException("task " + number + " depends on task " + before);
      }
    }
    tasks.add(new TaskSpec(lane, after, touched, List.copyOf(waits), List.copyOf(signals)));
    return number;
  }

  public Program build() {
    return new Program(lanes, spaces, pools, tiles, tasks.toArray(TaskSpec[]::new));
  }
}
