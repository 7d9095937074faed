package trn2sim.kernels.allgather;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.AllGatherAlgorithm;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/** One all-gather of a group and nothing else. */
public final class MicroAllGather implements ScriptKernel {
  @Override
  public String name() {
    return "micro_allgather";
  }

  @Override
  public String summary() {
    return "one all-gather by a chosen algorithm: time, bus bandwidth";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(MicroBuffers.bytes("bytes", "bytes of each rank"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        MicroBuffers.MEMORY,
        ParameterSpec.word(
            "algorithm",
            "how; auto: what the runtime prefers for the size",
            "auto",
            "ring",
            "kangaring",
            "rdh",
            "mesh"));
  }

  @Override
  public Launch launch(Request request) {
    int tp = request.ranks().tp();
    int lnc = request.ranks().lnc();
    int bytes = request.shape().integer("bytes");
    KernelException.requireMultiple("shape.bytes", bytes, 4 * lnc);
    MicroBuffers buffers =
        new MicroBuffers(new CoreScript(DmaQueues.all(DmaCopy.Dge.STATIC)), request);
    Buffer from = buffers.filled("from", bytes / lnc);
    Buffer to = buffers.gathered("to", bytes / lnc, tp);
    buffers.script().allGather(to.all(), from.all(), tp);
    Cluster cluster = Cluster.of(request);
    String word = request.options().word("algorithm");
    Communicator plans =
        word.equals("auto")
            ? cluster.allGather(bytes)
            : cluster.allGather(AllGatherAlgorithm.valueOf(word.toUpperCase(Locale.ROOT)));
    AllGatherPlan plan = plans.plans().get(0);
    if (!word.equals("auto") && !plan.algorithm().name().equalsIgnoreCase(word)) {
      throw new KernelException(
          "options.algorithm", word, "another algorithm or auto: " + plan.reason());
    }
    Script script = buffers.script().build();
    return new Launch(
        cluster.cores(Collections.nCopies(lnc, script), (group, rank) -> Map.of()),
        0,
        Optional.empty(),
        Optional.of(machine -> figures(machine, (long) bytes * tp, tp, plan)),
        Optional.of(plans),
        Optional.empty());
  }

  /** Bus bandwidth as nccom-test defines it: (r-1)/r of the gathered bytes over the time. */
  private static Map<String, Double> figures(
      Machine machine, long gathered, int ranks, AllGatherPlan plan) {
    long endPs = 0;
    for (Process process : machine.processes()) {
      endPs = Math.max(endPs, process.donePs(0));
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("time_us", endPs / 1e6);
    figures.put("bus_gbps", gathered * (ranks - 1.0) / ranks / (endPs / 1e3));
    figures.put("steps", (double) plan.steps());
    figures.put("channels", (double) plan.channels().size());
    return figures;
  }
}
