package trn2sim.viz.spans;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.check.SpacePeak;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.run.RunResult;

/** Memory in use, the array's pace, the share of HBM and link bandwidth over the time of a run. */
final class Counters {
  private static final int PERCENT = 100;
  private static final int TENTHS = 10;
  private static final int MOST_POINTS = 1 << 17;
  private static final int FEWEST_BINS = 128;
  private static final int MOST_BINS = 2000;

  private final RunResult result;
  private final long endPs;
  private final int bins;
  private final List<Counter> counters = new ArrayList<>();

  private Counters(RunResult result) {
    this.result = result;
    endPs = Math.max(1, result.timeline().endPs());
    int share = MOST_POINTS / (4 * Math.max(1, result.processes().size()));
    bins = Math.max(FEWEST_BINS, Math.min(MOST_BINS, share));
  }

  static List<Counter> of(RunResult result) {
    Counters all = new Counters(result);
    for (Process process : result.processes()) {
      all.memories(process);
      all.pace(process);
    }
    result.neuron().ifPresent(all::bandwidths);
    return all.counters;
  }

  private void memories(Process process) {
    List<Program.Space> spaces = process.program().spaces();
    for (int space = 0; space < spaces.size(); space++) {
      List<SpacePeak.Level> levels = SpacePeak.levels(process, space);
      if (levels.size() < 2) {
        continue;
      }
      Program.Space memory = spaces.get(space);
      long[] at = levels.stream().mapToLong(SpacePeak.Level::atPs).toArray();
      long[] units = levels.stream().mapToLong(SpacePeak.Level::units).toArray();
      if (at.length > 2 * bins) {
        units = peaks(at, units);
        at = binStarts();
      }
      String name = memory.name() + " usage";
      add(process.name(), name, memory.unit(), memory.capacity(), 1, at, units);
    }
  }

  /** The highest level of each bin. */
  private long[] peaks(long[] at, long[] units) {
    long[] peaks = new long[bins];
    long level = 0;
    int next = 0;
    for (int bin = 0; bin < bins; bin++) {
      peaks[bin] = level;
      while (next < at.length && bin(at[next]) <= bin) {
        level = units[next++];
        peaks[bin] = Math.max(peaks[bin], level);
      }
    }
    return peaks;
  }

  /** The array's clock rate that its throttle allows; it starts at the slow one. */
  private void pace(Process process) {
    if (process.processor() instanceof NeuronCore core && !core.paceChanges().isEmpty()) {
      int slow = PERCENT / result.scenario().device().neuron().tensor().throttle().slowFactor();
      Map<Long, Boolean> changes = core.paceChanges();
      long[] at = new long[changes.size() + 1];
      long[] pace = new long[at.length];
      pace[0] = slow;
      int i = 1;
      for (Map.Entry<Long, Boolean> change : changes.entrySet()) {
        at[i] = change.getKey();
        pace[i++] = change.getValue() ? PERCENT : slow;
      }
      add(process.name(), "Tensor throttle", "% pace", PERCENT, 1, at, pace);
    }
  }

  /** HBM stacks and links; a payload's bytes are spread evenly over its time. */
  private void bandwidths(NeuronRun run) {
    Map<Channel, double[]> carried = new LinkedHashMap<>();
    run.machine().hbm().forEach(stack -> carried.put(stack, new double[bins]));
    run.machine().links().forEach(link -> carried.put(link, new double[bins]));
    List<Process> processes = result.processes();
    for (int p = 0; p < processes.size(); p++) {
      if (processes.get(p).processor() instanceof NeuronCore core) {
        Channel stack = run.machine().hbm(run.launch().cores().get(p).core());
        transfers(core, carried.get(stack));
        collectives(core, carried);
      }
    }
    carried.forEach(this::bandwidth);
  }

  private void transfers(NeuronCore core, double[] bytes) {
    for (List<NeuronCore.Payload> queue : core.payloads().values()) {
      for (NeuronCore.Payload payload : queue) {
        long total = core.transfer(payload.task()).hbmBytes();
        spread(bytes, payload.startPs(), payload.endPs(), total);
      }
    }
  }

  private void collectives(NeuronCore core, Map<Channel, double[]> carried) {
    for (List<Fabric.Payload> channel : core.collectivePayloads()) {
      for (Fabric.Payload payload : channel) {
        for (Flow.Use use : payload.uses()) {
          double[] bytes = carried.get(use.channel());
          if (bytes != null) {
            double total = payload.bytes() * use.unitsPerByte();
            spread(bytes, payload.startPs(), payload.endPs(), total);
          }
        }
      }
    }
  }

  private void bandwidth(Channel channel, double[] bytes) {
    double full = channel.capacity() * endPs / bins / (PERCENT * TENTHS);
    long[] tenths = Arrays.stream(bytes).mapToLong(b -> Math.round(b / full)).toArray();
    int dot = channel.name().lastIndexOf('.');
    String name = channel.name().substring(dot + 1) + " bandwidth";
    String group = channel.name().substring(0, dot);
    add(group, name, "%", PERCENT, TENTHS, binStarts(), tenths);
  }

  private void spread(double[] bytes, long startPs, long endPs, double total) {
    double duration = Math.max(1, endPs - startPs);
    for (int bin = bin(startPs); bin <= bin(endPs - 1); bin++) {
      double from = Math.max(startPs, (double) bin * this.endPs / bins);
      double to = Math.min(endPs, (double) (bin + 1) * this.endPs / bins);
      bytes[bin] += total * Math.max(0, to - from) / duration;
    }
  }

  private int bin(long ps) {
    return (int) Math.max(0, Math.min(bins - 1, ps * (double) bins / endPs));
  }

  private long[] binStarts() {
    long[] starts = new long[bins];
    Arrays.setAll(starts, bin -> (long) ((double) bin * endPs / bins));
    return starts;
  }

  /** Leaves out points that change nothing. */
  private void add(
      String group, String name, String unit, double limit, int scale, long[] at, long[] values) {
    long[] keptAt = new long[at.length];
    long[] kept = new long[at.length];
    int size = 0;
    for (int i = 0; i < at.length; i++) {
      if (size == 0 || kept[size - 1] != values[i]) {
        keptAt[size] = at[i];
        kept[size++] = values[i];
      }
    }
    counters.add(
        new Counter(
            group,
            name,
            unit,
            limit,
            scale,
            Arrays.copyOf(keptAt, size),
            Arrays.copyOf(kept, size)));
  }
}
