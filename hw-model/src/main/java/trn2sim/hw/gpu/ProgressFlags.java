package trn2sim.hw.gpu;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Words in device memory that copies set and blocks spin on. */
public final class ProgressFlags {
  private static final int UNSET = -1;

  private final int[] writer;
  private final List<List<Runnable>> spinning = new ArrayList<>();
  private final List<Runnable> idle = new ArrayList<>();

  public ProgressFlags(int count) {
    writer = new int[count];
    Arrays.fill(writer, UNSET);
    for (int flag = 0; flag < count; flag++) {
      spinning.add(new ArrayList<>());
    }
  }

  /** Sets a flag and lets those go on who spin on it. */
  void set(int flag, int task) {
    writer[flag] = task;
    List<Runnable> waiting = List.copyOf(spinning.get(flag));
    spinning.get(flag).clear();
    waiting.forEach(Runnable::run);
    List<Runnable> woken = List.copyOf(idle);
    idle.clear();
    woken.forEach(Runnable::run);
  }

  boolean isSet(int flag) {
    return writer[flag] != UNSET;
  }

  /** The task that set the flag. */
  int writer(int flag) {
    return writer[flag];
  }

  /** Runs the action at the next flag that is set. */
  void spinOnAny(Runnable whenSet) {
    idle.add(whenSet);
  }

  void spin(int flag, Runnable whenSet) {
    spinning.get(flag).add(whenSet);
  }
}
