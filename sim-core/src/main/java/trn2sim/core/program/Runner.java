package trn2sim.core.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import trn2sim.core.sim.Simulation;

/** Runs processes together on one simulation until every task is done, or says why it cannot. */
public final class Runner {
  /** Told of every task whose completion becomes known, in an order that respects dependencies. */
  public interface Listener {
    void settled(Process process, int task);

    /**
     * Told of every part of a collective that has moved from one process's memory to another's,
     * before either counts the task as done.
     */
    default void delivered(Process from, Process to, Parcel parcel) {}

    /**
     * Told when a processor acts on memory other than at the end of a task, such as a block of a
     * GPU's kernel that reads its operands.
     *
     * @param part its number, after those of the program's tasks
     */
    default void performed(Process process, int part) {}

    /** Tells both, this one first. */
    default Listener and(Listener other) {
      Listener first = this;
      return new Listener() {
        @Override
        public void settled(Process process, int task) {
          first.settled(process, task);
          other.settled(process, task);
        }

        @Override
        public void delivered(Process from, Process to, Parcel parcel) {
          first.delivered(from, to, parcel);
          other.delivered(from, to, parcel);
        }

        @Override
        public void performed(Process process, int part) {
          first.performed(process, part);
          other.performed(process, part);
        }
      };
    }
  }

  private record Turn(Process process, int lane) {}

  private final Simulation simulation;
  private final Listener listener;
  private final boolean history;
  private final List<Process> processes = new ArrayList<>();
  private final ArrayDeque<Turn> turns = new ArrayDeque<>();
  private boolean draining;

  public Runner(Simulation simulation, Listener listener) {
    this(simulation, listener, true);
  }

  /**
   * @param history whether processes remember when and why each task started, as opposed to when it
   *     was done
   */
  public Runner(Simulation simulation, Listener listener, boolean history) {
    this.simulation = simulation;
    this.listener = listener;
    this.history = history;
  }

  public boolean keepsHistory() {
    return history;
  }

  /**
   * Adds a process.
   *
   * @param semaphores what the program's semaphore numbers mean for this process; several processes
   *     may share one
   */
  public Process add(
      String name, Program program, Processor processor, List<Semaphore> semaphores) {
    Process process =
        new Process(processes.size(), name, program, processor, this, List.copyOf(semaphores));
    processes.add(process);
    return process;
  }

  public List<Process> processes() {
    return List.copyOf(processes);
  }

  /** Runs to the end. */
  public void run() {
    for (Process process : processes) {
      process.begin();
    }
    drain();
    simulation.run();
    DeadlockException.throwIfStuck(processes, simulation.now());
  }

  /** What it runs on. */
  public Simulation simulation() {
    return simulation;
  }

  void enqueue(Process process, int lane) {
    turns.add(new Turn(process, lane));
  }

  /** Lets every woken lane go forward; a lane that wakes others meanwhile extends the list. */
  void drain() {
    if (draining) {
      return;
    }
    draining = true;
    for (Turn turn = turns.poll(); turn != null; turn = turns.poll()) {
      turn.process.advance(turn.lane);
    }
    draining = false;
  }

  void performed(Process process, int part) {
    listener.performed(process, part);
  }

  /** Passes the word that a part of a collective has moved. */
  public void delivered(Process from, Process to, Parcel parcel) {
    listener.delivered(from, to, parcel);
  }

  void settled(Process process, int task) {
    listener.settled(process, task);
  }
}
