package trn2sim.kernels.micro;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.api.Settings;

/**
 * A stream of equal instructions on one element-wise engine, sources on chip from the start. The
 * scenario's dtype is the source's.
 */
public final class MicroElementwise implements ScriptKernel {
  private final Engine engine;
  private final String[] ops;

  private MicroElementwise(Engine engine, String[] ops) {
    this.engine = engine;
    this.ops = ops;
  }

  /** Instructions of the Vector engine. */
  public static MicroElementwise vector() {
    return new MicroElementwise(Engine.VECTOR, elementwise(Engine.VECTOR));
  }

  /** Instructions of the Scalar engine, activations included. */
  public static MicroElementwise scalar() {
    List<String> ops = new ArrayList<>(List.of(elementwise(Engine.SCALAR)));
    for (Activation.Function function : Activation.Function.values()) {
      ops.add(function.label());
    }
    return new MicroElementwise(Engine.SCALAR, ops.toArray(String[]::new));
  }

  private static String[] elementwise(Engine engine) {
    return Op.on(engine).stream().map(Op::label).toArray(String[]::new);
  }

  @Override
  public String name() {
    return "micro_" + engine.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String summary() {
    return "a stream of equal " + engine.label() + " instructions: duration and issue interval";
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of(
        ParameterSpec.integer("partitions", 128, 1, "partitions in use"),
        ParameterSpec.required("N", "elements per partition"));
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(
        ParameterSpec.word("op", "what to time", ops),
        ParameterSpec.word("src", "memory of the source", "sbuf", "psum"),
        ParameterSpec.word("second", "memory of a second tensor", "sbuf", "psum"),
        ParameterSpec.word("dst", "memory of the result", "sbuf", "psum"),
        ParameterSpec.word("dst_dtype", "type of the result", "same", "fp32", "bf16", "fp16"),
        ParameterSpec.word("second_dtype", "type of a second tensor", "same", "fp32", "bf16"),
        ParameterSpec.word(
            "scalar", "scalar operand: immediate, or read from SBUF", "immediate", "pointer"),
        ParameterSpec.word(
            "chain", "whether each instruction reads the one before", "independent", "dependent"),
        ParameterSpec.integer("count", 16, 2, "instructions"));
  }

  @Override
  public Launch launch(Request request) {
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.SWDGE));
    int count = request.options().integer("count");
    boolean chain = request.options().word("chain").equals("dependent");
    Operands operands = new Operands(script, request);
    for (int i = 0; i < count; i++) {
      script.add(instruction(request.options(), chain ? operands.linked(i) : operands.apart()));
    }
    return MicroLaunch.of(
        request.ranks(),
        script.build(),
        0,
        machine -> figures(machine.processes().get(0), count, chain && readsTheOneBefore(request)));
  }

  /** A memset reads nothing, and a reduction's column is too narrow for the next to reduce. */
  private static boolean readsTheOneBefore(Request request) {
    Optional<Op> op = Op.of(request.options().word("op"));
    return op.isEmpty() || !(op.get() == Op.MEMSET || op.get().reduces());
  }

  private static Map<String, Double> figures(Process process, int count, boolean chain) {
    Spans spans = new Spans(process, MicroLaunch.after(0, count));
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("duration_ns", spans.durationNs());
    figures.put("issue_ns", spans.issueNs());
    figures.put("first_start_ns", process.startPs(0) / 1000.0);
    if (chain) {
      figures.put("handoff_ns", spans.handoffNs());
    }
    return figures;
  }

  private Instruction instruction(Settings options, Triple triple) {
    Optional<Op> op = Op.of(options.word("op"));
    if (op.isEmpty()) {
      var function = Activation.Function.of(options.word("op")).orElseThrow();
      return new Activation(triple.dst, triple.src, function, 1, Optional.empty());
    }
    Optional<Access> src = op.get() == Op.MEMSET ? Optional.empty() : Optional.of(triple.src);
    boolean pointer = op.get().takesScalar() && options.word("scalar").equals("pointer");
    Optional<Access> other =
        op.get().takesTensor()
            ? Optional.of(triple.other)
            : pointer ? Optional.of(triple.column) : Optional.empty();
    Access dst = op.get().reduces() ? triple.reduced : triple.dst;
    return new Elementwise(engine, op.get(), dst, src, other, 0);
  }

  /** What one instruction may take. */
  private record Triple(Access dst, Access src, Access other, Access column, Access reduced) {}

  private static final class Operands {
    private final Access src;
    private final Access other;
    private final Access column;
    private final Access reduced;
    private final Access[] dst = new Access[2];

    Operands(CoreScript script, Request request) {
      Settings options = request.options();
      int rows = request.shape().integer("partitions");
      int n = request.shape().integer("N");
      DType type = request.dtype();
      DType out = type(options.word("dst_dtype"), type);
      src = script.preset("src", space(options.word("src")), rows, n, type).all();
      DType secondType = type(options.word("second_dtype"), type);
      other = script.preset("other", space(options.word("second")), rows, n, secondType).all();
      column = script.preset("column", MemorySpace.SBUF, rows, 1, DType.FP32).all();
      reduced = script.sbuf("reduced", rows, 1, out).all();
      boolean psum = space(options.word("dst")) == MemorySpace.PSUM;
      for (int i = 0; i < dst.length; i++) {
        dst[i] = (psum ? script.psum("dst", rows, n, out) : script.sbuf("dst", rows, n, out)).all();
      }
    }

    private static MemorySpace space(String word) {
      return MemorySpace.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private static DType type(String word, DType same) {
      return word.equals("same") ? same : DType.of(word).orElseThrow();
    }

    Triple apart() {
      return new Triple(dst[0], src, other, column, reduced);
    }

    /** Reads what the previous instruction wrote. */
    Triple linked(int i) {
      Access before = i == 0 ? src : dst[(i + 1) % 2];
      return new Triple(dst[i % 2], before, other, column, reduced);
    }
  }
}
