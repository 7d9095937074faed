package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.core.resource.Channel;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Cost;
import trn2sim.traces.run.RunResult;

/** Bytes and busy time of the DMA engines and HBM stacks of a run. */
public final class MemoryTraffic {
  /** One DMA engine or stack. */
  public record Row(String name, long bytes, long busyPs) {}

  private final List<Row> dma = new ArrayList<>();
  private final List<Row> hbm = new ArrayList<>();

  private MemoryTraffic() {}

  public static MemoryTraffic of(RunResult result) {
    MemoryTraffic traffic = new MemoryTraffic();
    Map<String, double[]> engines = new LinkedHashMap<>();
    Map<String, Long> stacks = new LinkedHashMap<>();
    List<Process> processes = result.processes();
    for (int p = 0; p < processes.size(); p++) {
      String stack = stack(result, result.launch().cores().get(p).core());
      Cost[] costs = result.machine().core(processes.get(p)).assembly().costs();
      double[] carried = new double[result.scenario().device().integer("dma.engines")];
      for (Cost cost : costs) {
        if (cost instanceof Cost.Dma transfer) {
          share(transfer.transfer(), carried);
          stacks.merge(stack, transfer.transfer().hbmBytes(), Long::sum);
        }
      }
      engines.put(processes.get(p).name(), carried);
    }
    for (Channel engine : result.machine().dma()) {
      int dot = engine.name().lastIndexOf('.');
      int number = Integer.parseInt(engine.name().replaceAll(".*\\[|\\]", ""));
      double bytes = engines.get(engine.name().substring(0, dot))[number];
      traffic.dma.add(new Row(engine.name(), Math.round(bytes), engine.busyPs()));
    }
    for (Channel stack : result.machine().hbm()) {
      long bytes = stacks.getOrDefault(stack.name(), 0L);
      traffic.hbm.add(new Row(stack.name(), bytes, stack.busyPs()));
    }
    return traffic;
  }

  /** A transfer's bytes are spread over the engines as its service time is. */
  private static void share(Transfer transfer, double[] carried) {
    long total = Arrays.stream(transfer.enginePs()).sum();
    for (int engine = 0; engine < carried.length && total > 0; engine++) {
      carried[engine] += (double) transfer.bytes() * transfer.enginePs()[engine] / total;
    }
  }

  /** The stack that serves a core, by the name its channel has. */
  public static String stack(RunResult result, int core) {
    int cores = result.scenario().device().integer("chip.cores");
    int stacks = result.scenario().device().integer("chip.hbm_stacks");
    return "Chip[" + core / cores + "].Hbm[" + core % cores / (cores / stacks) + "]";
  }

  public List<Row> dma() {
    return dma;
  }

  public List<Row> hbm() {
    return hbm;
  }
}
