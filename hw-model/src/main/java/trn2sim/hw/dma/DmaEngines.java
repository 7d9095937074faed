package trn2sim.hw.dma;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.core.resource.FlowRoute;

/** One core's DMA engines and the memories they reach, as channels that transfers share. */
public final class DmaEngines {
  /**
   * A DMA engine.
   *
   * @param channel what it carries, the same object for the engines of a group
   */
  public record Engine(String name, Channel channel) {}

  private final List<Engine> engines = new ArrayList<>();
  private final EngineGroups groups;
  private final Channel hbm;
  private final Channel sbuf;

  /**
   * @param hbm the stack, which another core may share
   */
  public DmaEngines(String core, EngineGroups groups, Channel hbm, double sbufBytesPerPs) {
    for (int i = 0; i < groups.engines(); i++) {
      String name = core + ".DmaEngine[" + i + "]";
      int leader = groups.leader(i);
      engines.add(
          new Engine(name, leader == i ? new Channel(name, 1.0) : engines.get(leader).channel));
    }
    this.groups = groups;
    this.hbm = hbm;
    this.sbuf = new Channel(core + ".Sbuf", sbufBytesPerPs);
  }

  public List<Engine> engines() {
    return engines;
  }

  /** The channels of {@code count} engines from {@code first} on, one for each group. */
  public List<Channel> channels(int first, int count) {
    return engines.subList(first, first + count).stream().map(Engine::channel).distinct().toList();
  }

  /** The engines a transfer uses, one for each group: those of a group have the same to do. */
  int[] rings(Transfer transfer) {
    return IntStream.range(0, engines.size())
        .filter(engine -> transfer.enginePs()[engine] > 0 && groups.leader(engine) == engine)
        .toArray();
  }

  /** What a byte of the transfer costs on each channel; an engine's unit is a ps of its time. */
  FlowRoute route(Transfer transfer) {
    List<Flow.Use> uses = new ArrayList<>();
    double bytes = transfer.bytes();
    double service = Arrays.stream(transfer.enginePs()).sum();
    for (int i = 0; i < engines.size(); i++) {
      long ps = transfer.enginePs()[i];
      if (ps > 0 && groups.leader(i) == i) {
        uses.add(new Flow.Use(engines.get(i).channel, ps / bytes, ps / service));
      }
    }
    if (transfer.hbmBytes() > 0) {
      uses.add(new Flow.Use(hbm, transfer.hbmLoad() / bytes, transfer.hbmBytes() / bytes));
    }
    uses.add(new Flow.Use(sbuf, 1.0));
    return new FlowRoute(uses);
  }
}
