package trn2sim.hw;

import java.util.Map;
import trn2sim.hw.link.Topology;
import trn2sim.hw.spec.DeviceParameters;

/** The machines that Trainium2 chips are wired into. */
public final class Topologies {
  private Topologies() {}

  public static Topology singleChip() {
    return of("1");
  }

  public static Topology instance() {
    return of("16");
  }

  public static Topology ultraServer() {
    return of("64");
  }

  private static Topology of(String chips) {
    DeviceParameters trn2 = DeviceParameters.load("trn2");
    return Topology.of(trn2.withOverrides(Map.of("instance.chips", chips)).neuron().chip());
  }
}
