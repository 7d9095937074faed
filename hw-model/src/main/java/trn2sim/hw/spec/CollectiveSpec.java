package trn2sim.hw.spec;

import trn2sim.core.unit.Bandwidth;

/**
 * What CC-cores need for a collective.
 *
 * @param triggerPs from the instruction to the first step of an operation
 * @param groupTriggerPs the same where all ranks of a group take part
 * @param stepHbmPs fixed part of a step between HBM and HBM
 * @param stepSbufPs fixed part of a step between SBUF and SBUF
 * @param sendrecvPs fixed part of an exchange between the two cores of a rank, with their meeting
 * @param channelEngines DMA engines that carry one channel
 */
public record CollectiveSpec(
    long issuePs,
    long triggerPs,
    long groupTriggerPs,
    long stepHbmPs,
    long stepSbufPs,
    long sendrecvPs,
    Bandwidth channel,
    Bandwidth crossDie,
    Bandwidth coreOfOne,
    Bandwidth coreOfTwo,
    int channelEngines,
    long packetBytes) {
  /** Channels of a core, each served by a CC-core of its own. */
  public static final int CHANNELS = 4;

  /**
   * What the channels of a core together receive in groups of more than two ranks.
   *
   * @param lnc cores of a rank
   */
  public Bandwidth core(int lnc) {
    return lnc == 1 ? coreOfOne : coreOfTwo;
  }

  CollectiveSpec(Leaves cc) {
    this(
        cc.ps("issue"),
        cc.ps("trigger"),
        cc.ps("group_trigger"),
        cc.ps("step_hbm"),
        cc.ps("step_sbuf"),
        cc.ps("sendrecv"),
        cc.bandwidth("channel_bandwidth"),
        cc.bandwidth("cross_die_bandwidth"),
        cc.bandwidth("core_bandwidth_lnc1"),
        cc.bandwidth("core_bandwidth_lnc2"),
        cc.count("channel_engines", NkiLimits.PARTITIONS),
        cc.bytes("packet", "64 B", "64 MiB"));
  }
}
