package trn2sim.hw.dma;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;

/** One core's DMA engines and the memories they reach, as channels that transfers share. */
public final class DmaEngines {
  private final List<Channel> engines = new ArrayList<>();
  private final Channel hbm;
  private final Channel sbuf;

  /**
   * @param hbm the stack, which another core may share
   */
  public DmaEngines(String core, int count, Channel hbm, double sbufBytesPerPs) {
    for (int i = 0; i < count; i++) {
      engines.add(new Channel(core + ".DmaEngine[" + i + "]", 1.0));
    }
    this.hbm = hbm;
    this.sbuf = new Channel(core + ".Sbuf", sbufBytesPerPs);
  }

  public List<Channel> channels() {
    return engines;
  }

  /** What a byte of the transfer costs on each channel; an engine's unit is a ps of its time. */
  List<Flow.Use> uses(Transfer transfer) {
    List<Flow.Use> uses = new ArrayList<>(engines.size() + 2);
    double bytes = transfer.bytes();
    double service = Arrays.stream(transfer.enginePs()).sum();
    for (int i = 0; i < engines.size(); i++) {
      if (transfer.enginePs()[i] > 0) {
        long ps = transfer.enginePs()[i];
        uses.add(new Flow.Use(engines.get(i), ps / bytes, ps / service));
      }
    }
    if (transfer.hbmBytes() > 0) {
      double share = transfer.hbmBytes() / bytes;
      uses.add(new Flow.Use(hbm, share, share));
    }
    uses.add(new Flow.Use(sbuf, 1.0));
    return uses;
  }
}
