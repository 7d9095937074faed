package trn2sim.kernels.allgather;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/** Two ranks of one core each send to one another: a small message, then a large one. */
public final class MicroPermute implements ScriptKernel {
  private static final int NS_PER_US = 1000;

  @Override
  public String name() {
    return "micro_permute";
  }

  @Override
  public String summary() {
    return "two ranks send to one another: time of one send, rate between two sizes";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        MicroBuffers.bytes("bytes", "bytes of the message"),
        MicroBuffers.bytesOrNone("small_bytes", "a message sent before it; 0: none"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.word("distance", "how far apart", "same_die", "cross_die", "next_chip"),
        MicroBuffers.MEMORY);
  }

  @Override
  public Launch launch(Request request) {
    if (request.ranks().tp() > 1 || request.ranks().groups() > 1 || request.ranks().lnc() > 1) {
      throw new KernelException(
          "ranks: found " + request.ranks() + ", expected none, for it is always two of one core");
    }
    int partner =
        switch (request.options().word("distance")) {
          case "same_die" -> 1;
          case "cross_die" -> 4;
          default -> 8;
        };
    MicroBuffers buffers = new MicroBuffers(new CoreScript(DmaCopy.Dge.STATIC), request);
    int small = request.shape().integer("small_bytes");
    int large = request.shape().integer("bytes");
    Buffer message = buffers.fresh("message", large);
    if (small > 0) {
      // It arrives in the message, which therefore has to wait for it.
      Buffer first = buffers.filled("first", small);
      buffers.script().permute(0, message.slice(0, first.rows(), 0, first.cols()), first.all());
    }
    buffers.script().permute(0, buffers.fresh("received", large).all(), message.all());
    Cluster cluster = Cluster.pair(0, partner, request);
    Communicator ring = cluster.rings(1);
    List<Script> scripts = List.of(buffers.script().build());
    return new Launch(
        cluster.cores(scripts, (group, rank) -> Map.of()),
        0,
        Optional.empty(),
        Optional.of(machine -> figures(machine, small, large)),
        Optional.of(ring),
        Optional.empty());
  }

  private static Map<String, Double> figures(Machine machine, int small, int large) {
    Process process = machine.processes().get(0);
    Map<String, Double> figures = new LinkedHashMap<>();
    int last = process.program().size() - 1;
    double timeNs = ns(process, last);
    figures.put("time_us", timeNs / NS_PER_US);
    figures.put("rate_gbps", large / timeNs);
    if (small > 0) {
      double smallNs = ns(process, last - 1);
      figures.put("small_time_us", smallNs / NS_PER_US);
      figures.put("slope_gbps", (large - small) / (timeNs - smallNs));
    }
    return figures;
  }

  private static double ns(Process process, int task) {
    return (process.donePs(task) - process.startPs(task)) / 1000.0;
  }
}
