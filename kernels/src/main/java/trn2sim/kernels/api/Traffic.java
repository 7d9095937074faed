package trn2sim.kernels.api;

import trn2sim.core.resource.Channel;

/**
 * What one link, memory or copy engine carried in a run.
 *
 * @param busyPs time during which it carried something
 */
public record Traffic(String name, long bytes, long busyPs) {
  public static Traffic of(Channel channel) {
    return new Traffic(channel.name(), channel.bytes(), channel.busyPs());
  }
}
