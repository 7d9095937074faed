package trn2sim.kernels.micro;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Pattern;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;

/** Equal DMAs between HBM and SBUF, back to back, and one engine that waits for the last load. */
public final class MicroDma implements ScriptKernel {
  @Override
  public String name() {
    return "micro_dma";
  }

  @Override
  public String summary() {
    return "equal DMAs back to back: issue, dispatch, payload, notification, throughput";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        ParameterSpec.integer("partitions", 128, 1, "partitions; eight share a DMA engine"),
        ParameterSpec.required("bytes", "bytes per partition"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.word(
            "direction", "loads from HBM, stores to it, or both", "load", "store", "both"),
        ParameterSpec.integer("descriptor", 0, 0, "bytes per descriptor; 0: a partition's bytes"),
        ParameterSpec.word(
            "dge",
            "who makes the descriptors: GpSimd, those of a partition at once or one by one as in the"
                + " older dialect; hardware; or built beforehand",
            "swdge",
            "swdge_one_by_one",
            "hwdge",
            "static"),
        ParameterSpec.integer("count", 1, 1, "DMAs in each direction"));
  }

  @Override
  public Launch launch(Request request) {
    DmaCopy.Dge dge = DmaCopy.Dge.valueOf(request.options().word("dge").toUpperCase(Locale.ROOT));
    CoreScript script = new CoreScript(DmaQueues.all(dge));
    int rows = request.shape().integer("partitions");
    int bytes = request.shape().integer("bytes");
    int piece = piece(request, bytes);
    String direction = request.options().word("direction");
    int count = request.options().integer("count");
    Plan plan = new Plan(script, rows, bytes / 4, piece / 4);
    for (int i = 0; i < count; i++) {
      if (!direction.equals("store")) {
        plan.load();
      }
      if (!direction.equals("load")) {
        plan.store();
      }
    }
    boolean consumed = !direction.equals("store");
    if (consumed) {
      plan.consume();
    }
    int lastLoad = direction.equals("both") ? 2 * (count - 1) : count - 1;
    return MicroLaunch.of(
        request.ranks(),
        script.build(),
        0,
        machine -> {
          Map<String, Double> figures = figures(machine, bytes / piece);
          if (consumed) {
            figures.put("to_consumer_ns", toConsumerNs(machine, lastLoad));
          }
          return figures;
        });
  }

  /** The bytes of a descriptor. */
  private static int piece(Request request, int bytes) {
    int given = request.options().integer("descriptor");
    int piece = given == 0 ? bytes : given;
    if (bytes % 4 != 0) {
      throw new KernelException("shape.bytes", bytes, "a multiple of 4");
    }
    if (bytes % piece != 0 || piece % 4 != 0) {
      throw new KernelException(
          "options.descriptor", piece, "a multiple of 4 that divides " + bytes);
    }
    return piece;
  }

  /** Words of four bytes; pieces lie apart in HBM so that each is a descriptor. */
  private static final class Plan {
    private final CoreScript script;
    private final int rows;
    private final int words;
    private final Pattern pattern;
    private final Buffer from;
    private final Buffer to;
    private final Buffer source;
    private Buffer last;

    Plan(CoreScript script, int rows, int words, int piece) {
      this.script = script;
      this.rows = rows;
      this.words = words;
      int gap = piece == words ? piece : piece + 1;
      this.pattern =
          new Pattern(List.of(new Pattern.Dim(gap, words / piece), new Pattern.Dim(1, piece)));
      int pitch = Math.max(words + 1, pattern.span());
      this.from = script.input("from", rows, pitch, DType.FP32);
      this.to = script.output("to", rows, pitch, DType.FP32);
      this.source = script.preset("source", MemorySpace.SBUF, rows, words, DType.FP32);
    }

    void load() {
      last = script.sbuf("tile", rows, words, DType.FP32);
      script.dmaCopy(last.all(), hbm(from));
    }

    void store() {
      script.dmaCopy(hbm(to), source.all());
    }

    void consume() {
      Buffer seen = script.sbuf("seen", rows, 1, DType.FP32);
      script.activation(
          Activation.Function.IDENTITY, seen.all(), last.slice(0, rows, words - 1, 1));
    }

    private Access hbm(Buffer buffer) {
      return buffer.slice(0, rows, 0, words).with(pattern);
    }
  }

  private static Map<String, Double> figures(Machine machine, int descriptorsPerRow) {
    Process process = machine.processes().get(0);
    NeuronCore core = machine.core(process);
    Map<String, Double> figures = new LinkedHashMap<>();
    long first = Long.MAX_VALUE;
    long last = 0;
    long bytes = 0;
    for (Map.Entry<Transfer.Queue, List<NeuronCore.Payload>> queue : core.payloads().entrySet()) {
      List<NeuronCore.Payload> payloads = queue.getValue();
      if (!payloads.isEmpty()) {
        figures.putAll(queueFigures(process, core, payloads, descriptorsPerRow));
        first = Math.min(first, payloads.get(0).startPs());
        last = Math.max(last, payloads.get(payloads.size() - 1).endPs());
        bytes += payloads.size() * core.transfer(payloads.get(0).task()).bytes();
      }
    }
    figures.put("span_ns", (last - first) / 1000.0);
    figures.put("throughput_gbps", bytes * 1000.0 / (last - first));
    return figures;
  }

  /** From the end of the last load's payload to the start of the instruction that reads it. */
  private static double toConsumerNs(Machine machine, int lastLoad) {
    Process process = machine.processes().get(0);
    long end =
        machine.core(process).payloads().values().stream()
            .flatMap(List::stream)
            .filter(payload -> payload.task() == lastLoad)
            .mapToLong(NeuronCore.Payload::endPs)
            .max()
            .orElseThrow();
    return ns(process.startPs(process.program().size() - 1) - end);
  }

  private static Map<String, Double> queueFigures(
      Process process, NeuronCore core, List<NeuronCore.Payload> payloads, int descriptorsPerRow) {
    Map<String, Double> figures = new LinkedHashMap<>();
    NeuronCore.Payload one = payloads.get(0);
    Transfer transfer = core.transfer(one.task());
    figures.put("occupancy_ns", ns(process.freePs(one.task()) - process.startPs(one.task())));
    figures.put("dispatch_ns", ns(one.startPs() - process.startPs(one.task())));
    figures.put(
        "first_byte_ns", ns(one.startPs() + transfer.latencyPs() - process.startPs(one.task())));
    figures.put("payload_ns", ns(one.endPs() - one.startPs()));
    figures.put("moving_ns", ns(one.endPs() - one.startPs() - transfer.latencyPs()));
    figures.put("notify_ns", ns(process.donePs(one.task()) - one.endPs()));
    if (payloads.size() > 1) {
      NeuronCore.Payload next = payloads.get(1);
      NeuronCore.Payload end = payloads.get(payloads.size() - 1);
      int rounds = payloads.size() - 1;
      figures.put("issue_ns", ns(process.startPs(next.task()) - process.startPs(one.task())));
      double period = ns(end.endPs() - one.endPs()) / rounds;
      figures.put("period_ns", period);
      figures.put("period_gbps", transfer.bytes() / period);
      int rows = transfer.descriptors() / descriptorsPerRow;
      int perEngine = Math.min(rows, 8) * descriptorsPerRow;
      figures.put("descriptor_ns", period / perEngine);
    }
    return figures;
  }

  private static double ns(long ps) {
    return ps / 1000.0;
  }
}
