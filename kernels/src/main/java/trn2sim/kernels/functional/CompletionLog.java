package trn2sim.kernels.functional;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Parcel;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;

/** The order in which instructions completed and parts of collectives arrived. */
public final class CompletionLog implements Runner.Listener {
  private static final int CHUNK = 1 << 16;
  private static final long DELIVERY = 1L << 63;

  /** A part of a collective that moved from one core's memory to another's. */
  record Delivery(int from, int to, Parcel parcel) {}

  private final List<long[]> chunks = new ArrayList<>();
  private final List<Delivery> deliveries = new ArrayList<>();
  private int size;

  @Override
  public void settled(Process process, int task) {
    add((long) process.number() << 32 | task);
  }

  @Override
  public void delivered(Process from, Process to, Parcel parcel) {
    add(DELIVERY | deliveries.size());
    deliveries.add(new Delivery(from.number(), to.number(), parcel));
  }

  @Override
  public void performed(Process process, int part) {
    settled(process, part);
  }

  private void add(long entry) {
    if (size % CHUNK == 0) {
      chunks.add(new long[CHUNK]);
    }
    chunks.get(size / CHUNK)[size % CHUNK] = entry;
    size++;
  }

  /** Takes the entries in order. */
  interface Reader {
    void completed(int core, int task);

    void delivered(Delivery delivery);
  }

  /** Tells of it again, to somebody who could not listen. */
  public void tell(Runner.Listener listener, List<Process> processes) {
    replay(
        new Reader() {
          @Override
          public void completed(int process, int task) {
            listener.settled(processes.get(process), task);
          }

          @Override
          public void delivered(Delivery d) {
            Process from = processes.get(d.from);
            listener.delivered(from, processes.get(d.to), d.parcel);
          }
        });
  }

  void replay(Reader reader) {
    for (int i = 0; i < size; i++) {
      long entry = chunks.get(i / CHUNK)[i % CHUNK];
      if (entry < 0) {
        reader.delivered(deliveries.get((int) entry));
      } else {
        reader.completed((int) (entry >>> 32), (int) entry);
      }
    }
  }
}
