package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.run.RunResult;

/** How much of HBM and of each link was in use; a payload's bytes are spread over its time. */
final class Bandwidths {
  private static final int PERCENT = 100;
  private static final int TENTHS = 10;

  private final TimeBins bins;
  private final Map<Channel, double[]> carried = new LinkedHashMap<>();

  private Bandwidths(NeuronRun run, TimeBins bins) {
    this.bins = bins;
    run.machine().hbm().forEach(stack -> carried.put(stack, new double[bins.count()]));
    run.machine().links().forEach(link -> carried.put(link, new double[bins.count()]));
  }

  static List<Counter> of(RunResult result, NeuronRun run, TimeBins bins) {
    Bandwidths all = new Bandwidths(run, bins);
    List<Process> processes = result.processes();
    for (int p = 0; p < processes.size(); p++) {
      NeuronCore core = run.machine().core(processes.get(p));
      Channel stack = run.machine().hbm(run.launch().cores().get(p).core());
      all.transfers(core, all.carried.get(stack));
      all.collectives(core);
    }
    List<Counter> counters = new ArrayList<>();
    all.carried.forEach((channel, bytes) -> counters.add(all.counter(channel, bytes)));
    return counters;
  }

  private void transfers(NeuronCore core, double[] bytes) {
    for (List<NeuronCore.Payload> queue : core.payloads().values()) {
      for (NeuronCore.Payload payload : queue) {
        long total = core.transfer(payload.task()).hbmBytes();
        bins.spread(bytes, payload.startPs(), payload.endPs(), total);
      }
    }
  }

  private void collectives(NeuronCore core) {
    for (List<Fabric.Payload> channel : core.collectivePayloads()) {
      for (Fabric.Payload payload : channel) {
        for (Flow.Use use : payload.uses()) {
          double[] bytes = carried.get(use.channel());
          if (bytes != null) {
            double total = payload.bytes() * use.unitsPerByte();
            bins.spread(bytes, payload.startPs(), payload.endPs(), total);
          }
        }
      }
    }
  }

  private Counter counter(Channel channel, double[] bytes) {
    double full = channel.capacity() * bins.endPs() / bins.count() / (PERCENT * TENTHS);
    long[] tenths = Arrays.stream(bytes).mapToLong(b -> Math.round(b / full)).toArray();
    int dot = channel.name().lastIndexOf('.');
    String name = channel.name().substring(dot + 1) + " bandwidth";
    String group = channel.name().substring(0, dot);
    return new Counter(group, name, "", "%", PERCENT, TENTHS, bins.starts(), tenths).trimmed();
  }
}
