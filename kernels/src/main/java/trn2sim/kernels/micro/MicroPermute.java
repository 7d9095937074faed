package trn2sim.kernels.micro;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Cluster;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/** Two cores send to one another: a small message, then a large one. */
public final class MicroPermute implements ScriptKernel {
  private static final int NS_PER_US = 1000;

  @Override
  public String name() {
    return "micro_permute";
  }

  @Override
  public String summary() {
    return "two cores send to one another: time of one send, rate between two sizes";
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
        ParameterSpec.word(
            "instruction",
            "the ring's neighbour, named pairs of ranks (HBM), or the rank's other core (SBUF)",
            "collective_permute_implicit",
            "collective_permute",
            "sendrecv"),
        ParameterSpec.word("distance", "how far apart", "same_die", "cross_die", "next_chip"),
        MicroBuffers.MEMORY);
  }

  @Override
  public Launch launch(Request request) {
    if (request.ranks().tp() > 1 || request.ranks().groups() > 1 || request.ranks().lnc() > 1) {
      throw new KernelException("ranks", request.ranks(), "none, for it is always two of one core");
    }
    Partners partners = partners(request);
    MicroBuffers buffers =
        new MicroBuffers(new CoreScript(DmaQueues.all(DmaCopy.Dge.STATIC)), request);
    int small = request.shape().integer("small_bytes");
    int large = request.shape().integer("bytes");
    MicroBuffers.requireSmaller(small, large);
    Buffer message = buffers.fresh("message", large);
    if (small > 0) {
      first(buffers, small, message, partners);
    }
    Access received = buffers.fresh("received", large).all();
    buffers.script().permute(0, received, message.all(), partners);
    boolean inRank = partners instanceof Partners.OtherCore;
    Cluster cluster = inRank ? Cluster.twin(request) : Cluster.pair(0, partner(request), request);
    Communicator ring =
        partners instanceof Partners.Neighbours ? cluster.rings(1) : cluster.unordered();
    Script script = buffers.script().build();
    List<Script> scripts = inRank ? List.of(script, script) : List.of(script);
    return new Launch(
        cluster.cores(scripts, (group, rank) -> Map.of()),
        0,
        Optional.empty(),
        Optional.of(machine -> figures(machine, small, large)),
        Optional.of(ring),
        Optional.empty());
  }

  /** It arrives in the message, which therefore has to wait for it. */
  private static void first(MicroBuffers buffers, int bytes, Buffer message, Partners partners) {
    Buffer first = buffers.filled("first", bytes);
    if (first.rows() != message.rows()) {
      throw new KernelException(
          "shape.small_bytes",
          bytes,
          "0, or as many partitions as shape.bytes has: multiples of 512 lie in all of them, "
              + "others in one");
    }
    Access head = message.slice(0, first.rows(), 0, first.cols());
    buffers.script().permute(0, head, first.all(), partners);
  }

  private static Partners partners(Request request) {
    String memory = request.options().word("memory");
    String distance = request.options().word("distance");
    return switch (request.options().word("instruction")) {
      case "sendrecv" -> {
        if (!memory.equals("sbuf") || !distance.equals("same_die")) {
          throw new KernelException(
              "options.instruction",
              "sendrecv with memory " + memory + " and distance " + distance,
              "sbuf and same_die, for it joins the two cores of a rank");
        }
        yield new Partners.OtherCore(0);
      }
      case "collective_permute" -> {
        if (!memory.equals("hbm")) {
          throw new KernelException(
              "options.instruction", "collective_permute with memory sbuf", "hbm");
        }
        yield new Partners.Pairs(List.of(new Partners.Pair(0, 1), new Partners.Pair(1, 0)));
      }
      default -> new Partners.Neighbours();
    };
  }

  private static int partner(Request request) {
    return switch (request.options().word("distance")) {
      case "same_die" -> 1;
      case "cross_die" -> 4;
      default -> 8;
    };
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
