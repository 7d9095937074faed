package trn2sim.hw.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.hw.link.Route;
import trn2sim.hw.spec.NeuronSpec;

/**
 * What a copy between cores takes: a share of the driver's DMA engines, the memories at both ends,
 * the links between, a share of what the receiver may get, and the fixed time of a step.
 */
final class Wires {
  /** A destination and the way to it. */
  record Target(Member member, Route route) {}

  private final Links links;
  private final int enginesPerChannel;
  private final double engineUnitsPerByte;
  private final double weight;
  private final long notifyPs;

  Wires(NeuronSpec device, Links links) {
    this.links = links;
    enginesPerChannel = device.collective().channelEngines();
    long packet = device.collective().packetBytes();
    double packetPs = device.dma().engineBandwidth().psFor(packet) + device.dma().descriptorPs();
    engineUnitsPerByte = packetPs / packet / enginesPerChannel;
    weight = (double) packet / device.dma().packetBytes();
    notifyPs = device.dma().notification().storePs();
  }

  /** The work of copying {@code bytes} from one member's memory to one or two others'. */
  Copy copy(Step step, Member driver, Member source, List<Target> targets, LongConsumer whenDone) {
    long latency = 0;
    double cap = Double.POSITIVE_INFINITY;
    for (Target target : targets) {
      latency = Math.max(latency, links.latencyPs(target.route));
      cap = Math.min(cap, links.capPerPs(target.route));
    }
    long notify = Math.min(step.fixedPs, notifyPs);
    return new Copy(
        step.task,
        step.bytes,
        uses(step, driver, source, targets),
        cap,
        weight,
        step.readyPs,
        step.fixedPs - notify + latency,
        notify,
        whenDone);
  }

  /**
   * @param hbm whether both memories are HBM, as opposed to SBUF
   * @param ranks how many take part in the operation
   * @param fixedPs fixed time, the notification at its end included
   */
  record Step(
      int task, int channel, long bytes, boolean hbm, int ranks, long fixedPs, long readyPs) {
    /** Two that exchange data reach the rate of a channel; larger groups share a core's limit. */
    boolean isPair() {
      return ranks <= 2;
    }
  }

  private List<Flow.Use> uses(Step step, Member driver, Member source, List<Target> targets) {
    List<Flow.Use> uses = new ArrayList<>();
    for (int i = 0; i < enginesPerChannel; i++) {
      int engine = step.channel * enginesPerChannel + i;
      double share = 1.0 / enginesPerChannel;
      uses.add(new Flow.Use(driver.dma().channels().get(engine), engineUnitsPerByte, share));
    }
    Map<Channel, Double> stacks = new LinkedHashMap<>();
    if (step.hbm) {
      stacks.merge(source.hbm(), 1.0, Double::sum);
      targets.forEach(target -> stacks.merge(target.member.hbm(), 1.0, Double::sum));
    }
    stacks.forEach((stack, touches) -> uses.add(new Flow.Use(stack, touches, touches)));
    for (Target target : targets) {
      links.along(target.route).forEach(link -> uses.add(new Flow.Use(link, 1)));
      if (!step.isPair() && target.member != source) {
        uses.add(new Flow.Use(target.member.received(), 1));
      }
    }
    return uses;
  }
}
