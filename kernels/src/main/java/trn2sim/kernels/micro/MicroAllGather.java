package trn2sim.kernels.micro;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.AllToAll;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.AllGatherAlgorithm;
import trn2sim.hw.link.AllGatherPlan;
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
import trn2sim.kernels.api.Settings;

/** One collective of a group: all-gather, reduce-scatter, all-reduce or all-to-all. */
public final class MicroAllGather implements ScriptKernel {
  private static final String GATHER = "all_gather";
  private static final String SCATTER = "reduce_scatter";
  private static final String REDUCE = "all_reduce";
  private static final String EXCHANGE = "all_to_all";

  @Override
  public String name() {
    return "micro_allgather";
  }

  @Override
  public String summary() {
    return "one all-gather, reduction or all-to-all by a chosen algorithm: time, bus bandwidth";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        MicroBuffers.bytes("bytes", "bytes of each rank"),
        MicroBuffers.bytesOrNone("small_bytes", "of an operation before it; 0: none"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        MicroBuffers.MEMORY,
        ParameterSpec.word("operation", "what is timed", GATHER, SCATTER, REDUCE, EXCHANGE),
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
    int lnc = request.ranks().lnc();
    Operation operation = Operation.of(request);
    operation.requireOptions(request.options());
    int part = operation.part(request, "bytes", 1);
    Timed timed = new Timed(request, operation, part);
    int small = operation.part(request, "small_bytes", timed.rows);
    MicroBuffers.requireSmaller(small, part);
    if (small > 0) {
      timed.emit(small);
    }
    timed.emit(part);
    Cluster cluster = Cluster.of(request);
    Communicator plans = plans(cluster, request.options().word("algorithm"), part);
    AllGatherPlan plan = plans.plans().get(0);
    Script script = timed.buffers.script().build();
    return new Launch(
        cluster.cores(Collections.nCopies(lnc, script), (group, rank) -> Map.of()),
        0,
        Optional.empty(),
        Optional.of(machine -> timed.figures(machine, plan)),
        Optional.of(plans),
        Optional.empty());
  }

  private static Communicator plans(Cluster cluster, String word, int bytes) {
    if (word.equals("auto")) {
      return cluster.allGather(bytes);
    }
    Communicator plans =
        cluster.allGather(AllGatherAlgorithm.valueOf(word.toUpperCase(Locale.ROOT)));
    AllGatherPlan plan = plans.plans().get(0);
    if (!plan.algorithm().name().equalsIgnoreCase(word)) {
      throw new KernelException(
          "options.algorithm", word, "another algorithm or auto: " + plan.reason());
    }
    return plans;
  }

  /** What is timed, in parts of which every rank gets one from each of the others. */
  private record Operation(String word, int ranks, int lnc) {
    static Operation of(Request request) {
      return new Operation(
          request.options().word("operation"), request.ranks().tp(), request.ranks().lnc());
    }

    /** What an all-to-all does not choose between. */
    void requireOptions(Settings options) {
      String algorithm = options.word("algorithm");
      if (word.equals(EXCHANGE) && !List.of("auto", "mesh").contains(algorithm)) {
        throw new KernelException(
            "options.algorithm",
            algorithm + " with operation " + EXCHANGE,
            "auto or mesh, for every rank writes to every other directly");
      }
      String memory = options.word(MicroBuffers.MEMORY.name());
      if (word.equals(EXCHANGE) && memory.equals("sbuf")) {
        throw new KernelException("options.memory", memory + " with operation " + EXCHANGE, "hbm");
      }
    }

    /** The bytes of one part, which lies in so many rows. */
    int part(Request request, String key, int rows) {
      int bytes = request.shape().integer(key);
      int parts = word.equals(GATHER) ? 1 : ranks;
      if (bytes > 0) {
        KernelException.requireMultiple("shape." + key, bytes, 4 * rows * lnc * parts);
      }
      return bytes / parts;
    }

    /** How often a rank gets a part from each of the others. */
    int rounds() {
      return word.equals(REDUCE) ? 2 : 1;
    }

    /** One core's share of it; an operand that is a part is the head of a room for all. */
    GroupCollective from(Room from, Room to) {
      return switch (word) {
        case GATHER -> new AllGather(to.all, from.part, ranks);
        case SCATTER -> new Reduction(to.part, from.all, ranks, AluOp.ADD, true);
        case REDUCE -> new Reduction(to.all, from.all, ranks, AluOp.ADD, false);
        default -> new AllToAll(to.all, from.all, ranks);
      };
    }
  }

  /** Room for the parts of all ranks, and the first of them. */
  private record Room(Access all, Access part) {}

  /** Operations in turn, each of which reads what the one before it has written. */
  private static final class Timed {
    private record Span(int first, int last, double bytes) {}

    private final Operation operation;
    private final MicroBuffers buffers;
    private final int rows;
    private Buffer from;
    private Buffer to;
    private final List<Span> spans = new ArrayList<>();

    Timed(Request request, Operation operation, int part) {
      this.operation = operation;
      CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.STATIC));
      script.coresOfRank(operation.lnc);
      this.buffers = new MicroBuffers(script, request);
      int bytes = part / operation.lnc;
      this.from = buffers.gathered("from", bytes, operation.ranks);
      this.to = buffers.gathered("to", bytes, operation.ranks);
      this.rows = buffers.rows(bytes);
    }

    void emit(int part) {
      int first = buffers.script().size();
      int cols = part / operation.lnc / rows / from.dtype().bytes();
      buffers.script().collective(operation.from(room(from, cols), room(to, cols)));
      Buffer written = to;
      to = from;
      from = written;
      double moved = (operation.ranks - 1.0) * operation.rounds() * part;
      spans.add(new Span(first, buffers.script().size() - 1, moved));
    }

    private Room room(Buffer buffer, int cols) {
      boolean stacked = buffer.rows() > rows;
      return new Room(
          buffer.slice(0, buffer.rows(), 0, stacked ? cols : cols * operation.ranks),
          buffer.slice(0, rows, 0, cols));
    }

    /** Bus bandwidth as nccom-test defines it: what a rank gets from others over the time. */
    Map<String, Double> figures(Machine machine, AllGatherPlan plan) {
      Span large = spans.get(spans.size() - 1);
      double timeNs = ns(machine, large);
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("time_us", timeNs / 1e3);
      figures.put("bus_gbps", large.bytes / timeNs);
      if (spans.size() > 1) {
        Span small = spans.get(0);
        double smallNs = ns(machine, small);
        figures.put("small_time_us", smallNs / 1e3);
        figures.put("slope_gbps", (large.bytes - small.bytes) / (timeNs - smallNs));
      }
      boolean direct = operation.word.equals(EXCHANGE);
      figures.put("steps", direct ? 1.0 : plan.steps() * operation.rounds());
      figures.put("channels", direct ? 1.0 : plan.channels().size());
      return figures;
    }

    private static double ns(Machine machine, Span span) {
      long start = Long.MAX_VALUE;
      long end = 0;
      for (Process process : machine.processes()) {
        start = Math.min(start, process.startPs(span.first));
        end = Math.max(end, process.donePs(span.last));
      }
      return (end - start) / 1e3;
    }
  }
}
