package trn2sim.hw.collective;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.hw.link.LinkRoute;
import trn2sim.hw.link.Router;
import trn2sim.hw.spec.NeuronSpec;

/**
 * What a copy between cores takes: a share of the driver's DMA engines, the memories at both ends,
 * the links between, a share of what the receiver may get, and the fixed time of a step.
 *
 * <p>A copy that reduces also reads what its target has: three touches of HBM, four with two
 * sources, which are the published figures of a ring and of KangaRing (Neuron documentation,
 * intra-node collective communications). Its engines are as fast as those of a plain copy, for
 * measured reductions take no longer (github jimburtoft/cookbook).
 */
final class Wires {
  /**
   * Whose memories are read and written.
   *
   * @param reduces whether targets combine what arrives with what they have
   */
  record Ends(List<Member> sources, List<Member> targets, boolean reduces) {}

  /** One way of a copy. */
  private record Leg(Member from, Member to, LinkRoute route) {}

  private final Links links;
  private final Router router;
  private final int enginesPerChannel;
  private final double engineUnitsPerByte;
  private final double weight;
  private final long notifyPs;

  Wires(NeuronSpec device, Links links, Router router) {
    this.links = links;
    this.router = router;
    enginesPerChannel = device.collective().channelEngines();
    long packet = device.collective().packetBytes();
    double packetPs = device.dma().engineBandwidth().psFor(packet) + device.dma().descriptorPs();
    engineUnitsPerByte = packetPs / packet / enginesPerChannel;
    weight = (double) packet / device.dma().packetBytes();
    notifyPs = device.dma().notification().storePs();
  }

  /** The work of a step: one source and one or two targets, or the other way round. */
  Copy copy(Step step, Member driver, Ends ends, LongConsumer whenDone) {
    List<Leg> legs = legs(ends);
    long latency = 0;
    double cap = Double.POSITIVE_INFINITY;
    for (Leg leg : legs) {
      latency = Math.max(latency, links.latencyPs(leg.route));
      cap = Math.min(cap, links.capPerPs(leg.route));
    }
    long notify = Math.min(step.fixedPs, notifyPs);
    return new Copy(
        step.task,
        step.bytes,
        uses(step, driver, ends, legs),
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

  private List<Leg> legs(Ends ends) {
    List<Leg> legs = new ArrayList<>();
    for (Member from : ends.sources) {
      ends.targets.forEach(to -> legs.add(new Leg(from, to, router.route(from.core(), to.core()))));
    }
    return legs;
  }

  private List<Flow.Use> uses(Step step, Member driver, Ends ends, List<Leg> legs) {
    List<Flow.Use> uses = new ArrayList<>();
    double share = 1.0 / enginesPerChannel;
    driver
        .dma()
        .channels(step.channel * enginesPerChannel, enginesPerChannel)
        .forEach(engine -> uses.add(new Flow.Use(engine, engineUnitsPerByte, share)));
    Map<Channel, Double> touched = new LinkedHashMap<>();
    if (step.hbm) {
      ends.sources.forEach(source -> touched.merge(source.hbm(), 1.0, Double::sum));
      double touches = ends.reduces ? 2 : 1;
      ends.targets.forEach(target -> touched.merge(target.hbm(), touches, Double::sum));
    }
    for (Leg leg : legs) {
      links.along(leg.route).forEach(link -> touched.merge(link, 1.0, Double::sum));
      if (!step.isPair() && leg.to != leg.from) {
        touched.merge(leg.to.received(), 1.0, Double::sum);
      }
    }
    touched.forEach((channel, times) -> uses.add(new Flow.Use(channel, times, times)));
    return uses;
  }
}
