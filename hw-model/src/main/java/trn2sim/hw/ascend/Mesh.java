package trn2sim.hw.ascend;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.spec.AscendSpec;

/** A link from every die to every other. */
public final class Mesh {
  /** A time during which a link carried something, and the task that began it. */
  record Busy(int from, int to, int task, long startPs, long endPs) {}

  /** Something to send. */
  record Parcel(int from, int to, long bytes, int task) {}

  /** What is on a link now. */
  private static final class State {
    private int parcels;
    private int task;
    private long sincePs;
    private final List<Busy> busy = new ArrayList<>();
  }

  private final int dies;
  private final FlowNetwork network;
  private final Simulation simulation;
  private final List<Channel> links = new ArrayList<>();
  private final List<State> states = new ArrayList<>();

  public Mesh(int dies, AscendSpec parameters, Simulation simulation) {
    this.dies = dies;
    this.simulation = simulation;
    this.network = new FlowNetwork(simulation);
    for (int from = 0; from < dies; from++) {
      for (int to = 0; to < dies; to++) {
        String name = "Link[" + from + "->" + to + "]";
        links.add(new Channel(name, parameters.comm().linkPerPs()));
        states.add(new State());
      }
    }
  }

  /** The links between different dies. */
  public List<Channel> links() {
    List<Channel> between = new ArrayList<>();
    for (int i = 0; i < links.size(); i++) {
      if (i / dies != i % dies) {
        between.add(links.get(i));
      }
    }
    return between;
  }

  /** When each link that was used carried something. */
  List<List<Busy>> busy() {
    return states.stream().filter(s -> !s.busy.isEmpty()).map(s -> List.copyOf(s.busy)).toList();
  }

  void send(Parcel parcel, double capPerPs, Runnable whenDone) {
    int link = parcel.from * dies + parcel.to;
    State state = states.get(link);
    if (state.parcels++ == 0) {
      state.task = parcel.task;
      state.sincePs = simulation.now();
    }
    network.start(
        parcel.bytes,
        List.of(new Flow.Use(links.get(link), 1)),
        capPerPs,
        () -> {
          arrive(parcel, state);
          whenDone.run();
        });
  }

  private void arrive(Parcel parcel, State state) {
    if (--state.parcels == 0) {
      state.busy.add(new Busy(parcel.from, parcel.to, state.task, state.sincePs, simulation.now()));
    }
  }
}
