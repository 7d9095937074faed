package trn2sim.hw.collective;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.resource.Channel;
import trn2sim.core.unit.Bandwidth;
import trn2sim.hw.link.Link;
import trn2sim.hw.link.LinkRoute;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.hw.spec.LinkSpec;
import trn2sim.hw.spec.NeuronSpec;

/** The directed links in use, as channels, and what a route costs. */
final class Links {
  private final Map<Link, Channel> channels = new TreeMap<>();
  private final LinkSpec spec;
  private final CollectiveSpec collective;

  Links(NeuronSpec device) {
    spec = device.link();
    collective = device.collective();
  }

  private static double perPs(Bandwidth bandwidth) {
    return bandwidth.bytesPerSecond() / 1e12;
  }

  /** The channels a route crosses. */
  List<Channel> along(LinkRoute route) {
    return route.links().stream().map(this::channel).toList();
  }

  private Channel channel(Link link) {
    return channels.computeIfAbsent(
        link,
        l ->
            new Channel(name(l), perPs(spec.axes().get(l.direction().axis())) * spec.efficiency()));
  }

  static String name(Link link) {
    return "Chip[" + link.chip() + "].Link[" + link.direction() + "]";
  }

  long latencyPs(LinkRoute route) {
    return route.chipHops() * spec.hopPs() + route.dieCrossings() * spec.dieCrossingPs();
  }

  /** The most one channel of a collective carries over the route. */
  double capPerPs(LinkRoute route) {
    return perPs(route.dieCrossings() > 0 ? collective.crossDie() : collective.channel());
  }

  List<Channel> all() {
    return List.copyOf(channels.values());
  }
}
