package trn2sim.hw.ascend;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Simulation;

/** A link from every die to every other. */
public final class Mesh {
  private final int dies;
  private final FlowNetwork network;
  private final List<Channel> links = new ArrayList<>();

  public Mesh(int dies, AscendParameters parameters, Simulation simulation) {
    this.dies = dies;
    this.network = new FlowNetwork(simulation);
    for (int from = 0; from < dies; from++) {
      for (int to = 0; to < dies; to++) {
        String name = "Link[" + from + "->" + to + "]";
        links.add(new Channel(name, parameters.comm().linkPerPs()));
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

  void send(int from, int to, long bytes, double capPerPs, Runnable whenDone) {
    Channel link = links.get(from * dies + to);
    network.start(bytes, List.of(new Flow.Use(link, 1)), capPerPs, whenDone);
  }
}
