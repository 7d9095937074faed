package trn2sim.hw.spec;

import trn2sim.core.unit.Bandwidth;

/**
 * The links between chips, and between the dies of one.
 *
 * @param efficiency share of the bandwidth that payload gets
 */
public record LinkSpec(
    Bandwidth xy, Bandwidth z, double efficiency, long hopPs, long dieCrossingPs) {
  LinkSpec(Leaves link) {
    this(
        link.bandwidth("xy_bandwidth"),
        link.bandwidth("z_bandwidth"),
        link.share("efficiency"),
        link.ps("hop_latency"),
        link.ps("die_latency"));
  }
}
