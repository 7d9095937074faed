package trn2sim.hw.spec;

import java.util.List;
import trn2sim.core.unit.Bandwidth;

/**
 * The links between chips, and between the dies of one. A device that has {@code link.server_chips}
 * has switches, another one a torus.
 *
 * @param axes bandwidth along X, Y and Z; with switches inside a server, a rack and between racks
 * @param efficiency share of the bandwidth that payload gets
 */
public record LinkSpec(List<Bandwidth> axes, double efficiency, long hopPs, long dieCrossingPs) {
  LinkSpec(Leaves link) {
    this(
        link.has("server_chips") ? switches(link) : torus(link),
        link.share("efficiency"),
        link.ps("hop_latency"),
        link.ps("die_latency"));
  }

  private static List<Bandwidth> torus(Leaves link) {
    Bandwidth xy = link.bandwidth("xy_bandwidth");
    return List.of(xy, xy, link.bandwidth("z_bandwidth"));
  }

  private static List<Bandwidth> switches(Leaves link) {
    return List.of(
        link.bandwidth("server_bandwidth"),
        link.bandwidth("rack_bandwidth"),
        link.bandwidth("racks_bandwidth"));
  }
}
