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
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/**
 * One all-gather of a group, or what takes as long: measured reductions take no longer than copies,
 * so a reduce-scatter is timed as an all-gather of a rank's share, an all-reduce as both in turn.
 */
public final class MicroAllGather implements ScriptKernel {
  private static final String GATHER = "all_gather";
  private static final String REDUCE = "all_reduce";

  @Override
  public String name() {
    return "micro_allgather";
  }

  @Override
  public String summary() {
    return "one all-gather by a chosen algorithm, or a reduction timed as one: time, bus bandwidth";
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
        ParameterSpec.word("operation", "what is timed", GATHER, "reduce_scatter", REDUCE),
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
    Operation operation = new Operation(request);
    int part = operation.part("bytes");
    int small = operation.part("small_bytes");
    MicroBuffers.requireSmaller(small, part);
    Gathers gathers = new Gathers(request, part / lnc);
    if (small > 0) {
      gathers.emit(small / lnc, operation.rounds);
    }
    gathers.emit(part / lnc, operation.rounds);
    Cluster cluster = Cluster.of(request);
    Communicator plans = plans(cluster, request.options().word("algorithm"), part);
    AllGatherPlan plan = plans.plans().get(0);
    Script script = gathers.buffers.script().build();
    return new Launch(
        cluster.cores(Collections.nCopies(lnc, script), (group, rank) -> Map.of()),
        0,
        Optional.empty(),
        Optional.of(machine -> operation.figures(machine, plan)),
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

  /** All-gathers, each of which passes on what the one before it has brought. */
  private static final class Gathers {
    private final MicroBuffers buffers;
    private final int ranks;
    private final int bytes;
    private final Buffer first;
    private Buffer last;

    Gathers(Request request, int bytes) {
      this.buffers = new MicroBuffers(new CoreScript(DmaQueues.all(DmaCopy.Dge.STATIC)), request);
      this.ranks = request.ranks().tp();
      this.bytes = bytes;
      this.first = buffers.filled("from", bytes);
      this.last = first;
    }

    void emit(int part, int rounds) {
      int cols = part / first.rows() / first.dtype().bytes();
      for (int round = 0; round < rounds; round++) {
        Buffer to = buffers.gathered("to", bytes, ranks);
        boolean stacked = to.rows() > first.rows();
        Access room = to.slice(0, to.rows(), 0, stacked ? cols : cols * ranks);
        buffers.script().allGather(room, last.slice(0, first.rows(), 0, cols), ranks);
        last = to;
      }
    }
  }

  /** What is timed, in parts of which every rank gets one from each of the others. */
  private static final class Operation {
    private final Request request;
    private final int ranks;
    private final boolean gathers;
    private final int rounds;

    Operation(Request request) {
      this.request = request;
      ranks = request.ranks().tp();
      gathers = request.options().word("operation").equals(GATHER);
      rounds = request.options().word("operation").equals(REDUCE) ? 2 : 1;
    }

    int part(String key) {
      int bytes = request.shape().integer(key);
      int parts = gathers ? 1 : ranks;
      if (bytes > 0) {
        KernelException.requireMultiple("shape." + key, bytes, 4 * request.ranks().lnc() * parts);
      }
      return bytes / parts;
    }

    /** Bus bandwidth as nccom-test defines it: what a rank gets from others over the time. */
    Map<String, Double> figures(Machine machine, AllGatherPlan plan) {
      double bytes = (ranks - 1.0) * rounds * part("bytes");
      double small = (ranks - 1.0) * rounds * part("small_bytes");
      int last = machine.processes().get(0).program().size();
      double timeNs = ns(machine, last - rounds, last - 1);
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("time_us", timeNs / 1e3);
      figures.put("bus_gbps", bytes / timeNs);
      if (small > 0) {
        double smallNs = ns(machine, 0, rounds - 1);
        figures.put("small_time_us", smallNs / 1e3);
        figures.put("slope_gbps", (bytes - small) / (timeNs - smallNs));
      }
      figures.put("steps", (double) plan.steps());
      figures.put("channels", (double) plan.channels().size());
      return figures;
    }

    private static double ns(Machine machine, int first, int last) {
      long start = Long.MAX_VALUE;
      long end = 0;
      for (Process process : machine.processes()) {
        start = Math.min(start, process.startPs(first));
        end = Math.max(end, process.donePs(last));
      }
      return (end - start) / 1e3;
    }
  }
}
