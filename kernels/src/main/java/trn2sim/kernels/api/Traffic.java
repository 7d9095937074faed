package trn2sim.kernels.api;

import java.util.List;
import trn2sim.core.resource.Channel;

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

  /** Everything that carried something, by kind. */
  public record Kinds(List<Traffic> links, List<Traffic> hbm, List<Traffic> dma) {
    public Kinds {
      links = List.copyOf(links);
      hbm = List.copyOf(hbm);
      dma = List.copyOf(dma);
    }
  }
}
