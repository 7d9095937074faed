package trn2sim.traces.analysis;

import java.util.List;
import trn2sim.core.resource.Channel;
import trn2sim.traces.run.RunResult;

/** Bytes and busy time of the links, HBM stacks and DMA engines of a run. */
public record MemoryTraffic(List<Row> links, List<Row> hbm, List<Row> dma) {
  /** One link, stack or engine. */
  public record Row(String name, long bytes, long busyPs) {}

  public static MemoryTraffic of(RunResult result) {
    return new MemoryTraffic(
        rows(result.machine().links()), rows(result.machine().hbm()), rows(result.machine().dma()));
  }

  private static List<Row> rows(List<Channel> channels) {
    return channels.stream()
        .map(channel -> new Row(channel.name(), channel.bytes(), channel.busyPs()))
        .toList();
  }

  /** The stack that serves a core, by the name its channel has. */
  public static String stack(RunResult result, int core) {
    int cores = result.scenario().device().integer("chip.cores");
    int stacks = result.scenario().device().integer("chip.hbm_stacks");
    return "Chip[" + core / cores + "].Hbm[" + core % cores / (cores / stacks) + "]";
  }
}
