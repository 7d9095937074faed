package trn2sim.core.program;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.program.Program.Wait;
import trn2sim.core.unit.Text;

/**
 * A run in which tasks remain that can never start; names them and what they wait for, first those
 * that wait for no task of their own core, for the others wait for these.
 */
public final class DeadlockException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 4;

  private final String text;
  private final int process;
  private final int task;

  private DeadlockException(String where, String text, int process, int task) {
    super("deadlock at " + where + text);
    this.text = text;
    this.process = process;
    this.task = task;
  }

  /** The number of the process that waits first. */
  public int process() {
    return process;
  }

  /** Its task that waits for none of its own tasks, but for others or for room. */
  public int task() {
    return task;
  }

  /** The same, with the place of the task in its source. */
  public DeadlockException in(String place) {
    return new DeadlockException(place + ", after ", text, process, task);
  }

  static void throwIfStuck(List<Process> processes, long now) {
    List<String> causes = new ArrayList<>();
    List<String> consequences = new ArrayList<>();
    int first = -1;
    int root = -1;
    for (Process process : processes) {
      for (int lane = 0; lane < process.program().lanes().size(); lane++) {
        int task = process.stuck(lane);
        if (task >= 0) {
          int cause = root(process, task);
          if (first < 0) {
            first = process.number();
            root = cause;
          }
          (cause == task ? causes : consequences).add(describe(process, lane, task));
        }
      }
    }
    if (first >= 0) {
      throw new DeadlockException("", text(causes, consequences, now), first, root);
    }
  }

  private static String text(List<String> causes, List<String> consequences, long now) {
    int count = causes.size() + consequences.size();
    return Text.about(now)
        + (count == 1 ? ", 1 lane blocked; " : ", " + count + " lanes blocked; ")
        + Stream.concat(causes.stream(), consequences.stream())
            .limit(SHOWN)
            .collect(Collectors.joining("; "))
        + (count > SHOWN ? "; and " + (count - SHOWN) + " more" : "");
  }

  private static int root(Process process, int task) {
    for (int before : process.program().after(task)) {
      if (!process.isDone(before)) {
        return root(process, before);
      }
    }
    return task;
  }

  private static String describe(Process process, int lane, int task) {
    return process.name()
        + "."
        + process.program().lanes().get(lane).name()
        + ": ["
        + process.processor().describe(task)
        + "] waits for "
        + awaited(process, task);
  }

  private static String awaited(Process process, int task) {
    Program program = process.program();
    for (int before : program.after(task)) {
      if (!process.isDone(before)) {
        return "[" + process.processor().describe(before) + "]";
      }
    }
    for (int tile : program.tiles(task)) {
      if (process.reservedPs(tile) < 0) {
        return space(process, program.tile(tile));
      }
    }
    for (Wait wait : program.waits(task)) {
      Semaphore semaphore = process.semaphores().get(wait.semaphore());
      if (semaphore.value() < wait.value()) {
        return "semaphore "
            + semaphore.name()
            + " at least "
            + wait.value()
            + ", which is at "
            + semaphore.value();
      }
    }
    return "a transfer that never ended";
  }

  /** A tile that would fit is held back by its pool's limit, or by tiles in front of it. */
  private static String space(Process process, Program.Tile tile) {
    Program.Space space = process.program().spaces().get(tile.space());
    Program.Pool pool = process.program().pools().get(tile.pool());
    long free = process.freeUnits(tile.space());
    if (tile.units() <= free && process.liveTiles(tile) >= pool.limit()) {
      return tile.name() + ", because " + pool.name() + " may have " + pool.limit() + " live tiles";
    }
    return tile.units()
        + " "
        + space.unit()
        + " of "
        + space.name()
        + " for "
        + tile.name()
        + ", "
        + free
        + " free of "
        + space.capacity();
  }
}
