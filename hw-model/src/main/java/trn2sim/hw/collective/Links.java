package trn2sim.hw.collective;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.resource.Channel;
import trn2sim.hw.link.Link;
import trn2sim.hw.link.LinkKind;
import trn2sim.hw.link.Route;
import trn2sim.hw.spec.DeviceParameters;

/** The directed links in use, as channels, and what a route costs. */
final class Links {
  private final Map<Link, Channel> channels = new TreeMap<>();
  private final double xyPerPs;
  private final double zPerPs;
  private final long hopPs;
  private final long diePs;
  private final double samePerPs;
  private final double crossPerPs;

  Links(DeviceParameters device) {
    double efficiency = device.share("link.efficiency");
    xyPerPs = perPs(device, "link.xy_bandwidth") * efficiency;
    zPerPs = perPs(device, "link.z_bandwidth") * efficiency;
    hopPs = device.duration("link.hop_latency").ps();
    diePs = device.duration("link.die_latency").ps();
    samePerPs = perPs(device, "cc.channel_bandwidth");
    crossPerPs = perPs(device, "cc.cross_die_bandwidth");
  }

  private static double perPs(DeviceParameters device, String name) {
    return device.bandwidth(name).bytesPerSecond() / 1e12;
  }

  /** The channels a route crosses. */
  List<Channel> along(Route route) {
    return route.links().stream().map(this::channel).toList();
  }

  private Channel channel(Link link) {
    return channels.computeIfAbsent(
        link, l -> new Channel(name(l), l.kind() == LinkKind.Z ? zPerPs : xyPerPs));
  }

  static String name(Link link) {
    return "Chip[" + link.chip() + "].Link[" + link.direction() + "]";
  }

  long latencyPs(Route route) {
    return route.chipHops() * hopPs + route.dieCrossings() * diePs;
  }

  /** The most one channel of a collective carries over the route. */
  double capPerPs(Route route) {
    return route.dieCrossings() > 0 ? crossPerPs : samePerPs;
  }

  List<Channel> all() {
    return List.copyOf(channels.values());
  }
}
