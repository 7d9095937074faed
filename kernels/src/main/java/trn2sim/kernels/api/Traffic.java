package trn2sim.kernels.api;

import java.util.List;
import java.util.OptionalDouble;
import trn2sim.core.resource.Channel;
import trn2sim.core.unit.Units;

/**
 * What one link, memory or copy engine carried in a run.
 *
 * @param busyPs time during which it carried something
 * @param bytesPerPs its rate at the best, infinite if only the time of each transfer is known
 */
public record Traffic(String name, long bytes, long busyPs, double bytesPerPs) {
  public static Traffic of(Channel channel, double bytesPerPs) {
    return new Traffic(channel.name(), channel.bytes(), channel.busyPs(), bytesPerPs);
  }

  /** GB/s, over all of a time. */
  public double gigabytesPerSecond(long overPs) {
    return bytes * Units.PS_PER_SECOND / Math.max(1, overPs) / Units.GIGA;
  }

  /** The share of what it could have carried in a time, if its rate is known. */
  public OptionalDouble ofPeak(long overPs) {
    return Double.isInfinite(bytesPerPs)
        ? OptionalDouble.empty()
        : OptionalDouble.of(bytes / (bytesPerPs * Math.max(1, overPs)));
  }

  /** Everything that carried something, by kind. */
  public record Kinds(List<Traffic> links, List<Traffic> hbm, List<Traffic> dma) {
    public Kinds {
      links = List.copyOf(links);
      hbm = List.copyOf(hbm);
      dma = List.copyOf(dma);
    }
  }
}
