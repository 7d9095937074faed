package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Fold;
import trn2sim.hw.isa.TileOp.Plain;
import trn2sim.hw.isa.TileOp.Scalar;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.UnsupportedException;

/** Instructions that are functions of whole tiles: selects, searches, scans, gathers, randoms. */
final class TileRules {
  private static final String[] FOLDS = {"reduce_op", "reduce_cmd"};

  private final CoreScript script;
  private final Views views;
  private final Accumulators accumulators;

  TileRules(CoreScript script, Views views) {
    this.script = script;
    this.views = views;
    this.accumulators = new Accumulators(script, views);
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    plain(rules, Engine.VECTOR, Plain.MAX8, Plain.NC_FIND_INDEX8, Plain.BN_STATS, Plain.BN_AGGR);
    plain(rules, Engine.GPSIMD, Plain.NC_N_GATHER, Plain.SEQUENCE_BOUNDS);
    plain(rules, Engine.VECTOR, Plain.RAND_SET_STATE, Plain.RAND_GET_STATE, Plain.SET_RNG_SEED);
    SelectRules.addTo(this, rules);
    rule(rules, "tensor_partition_reduce", Engine.GPSIMD, this::partitionReduce, "op");
    rule(rules, "tensor_scalar_reduce", Engine.VECTOR, this::scalarReduce, SCALAR_REDUCE);
    rule(rules, "exponential", Engine.VECTOR, this::exponential, EXPONENTIAL);
    rule(rules, "tensor_tensor_scan", Engine.VECTOR, this::scan, SCAN);
    rules.put("tensor_scalar_cumulative", this::cumulative);
    rule(rules, "nc_match_replace8", Engine.VECTOR, c -> replace(c), "imm");
    rule(rules, "nc_stream_shuffle", Engine.VECTOR, c -> shuffle(c), "shuffle_mask");
    rule(rules, "local_gather", Engine.GPSIMD, this::localGather, GATHER);
    rule(rules, "nonzero_with_count", Engine.GPSIMD, c -> nonzero(c), NONZERO);
    rule(rules, "topk", Engine.GPSIMD, c -> new TileOp.TopK(c.integers("n").get(0)), TOP);
    rule(rules, "rng", Engine.VECTOR, c -> new TileOp.Rng(draw(c)), "draw");
    rule(rules, "rand2", Engine.VECTOR, c -> rand(c), "min", "max", "draw");
    rule(rules, "dropout", Engine.VECTOR, c -> dropout(c), "prob", "draw");
  }

  private static final String[] SCALAR_REDUCE = {
    "op0", "operand0", "reverse0", "reduce_op", "reduce_cmd", "reduce_init", "reduce_res_negate"
  };
  private static final String[] TOP = {"n", "sorted"};
  private static final String[] EXPONENTIAL = {"max_value", "reduce_cmd", "reduce_init"};
  private static final String[] SCAN = {"initial", "op0", "op1", "reverse0", "reverse1"};
  private static final String[] CUMULATIVE = {
    "op0", "op1", "imm0", "imm1", "reduce_cmd", "reverse0"
  };
  private static final String[] GATHER = {"num_elem_per_idx", "num_valid_indices"};
  private static final String[] NONZERO = {"index_offset", "padding_val"};

  private void plain(Map<String, Consumer<Call>> rules, Engine usual, Plain... ops) {
    for (Plain op : ops) {
      rule(rules, op.label(), usual, call -> op);
    }
  }

  /** An operation whose inputs and outputs are those of the call. */
  void rule(
      Map<String, Consumer<Call>> rules,
      String name,
      Engine usual,
      Function<Call, TileOp> op,
      String... known) {
    rules.put(
        name,
        call -> {
          call.requireOnly(known);
          add(call, usual, op.apply(call));
        });
  }

  /** Output elements that are read as well are inputs already; a reduction that goes on is not. */
  void add(Call call, Engine usual, TileOp op) {
    List<Access> inputs = new ArrayList<>(views.all(call.inputs()));
    List<Access> outputs = views.all(call.outputs());
    Optional<Fold> fold = op.fold();
    if (fold.isPresent()) {
      Accumulators.Use sums = accumulators.use(call, fold.get(), outputs);
      outputs = List.of(outputs.get(0), sums.into());
      if (fold.get().goesOn()) {
        inputs.add(sums.before());
      }
    }
    Engine engine = call.engineOr(usual);
    if (engine != Engine.GPSIMD) {
      script.add(new TileFunction(engine, op, outputs, inputs));
      return;
    }
    List<Access> within = outputs.stream().map(this::reachable).toList();
    inputs.replaceAll(this::brought);
    script.add(new TileFunction(engine, op, within, inputs));
    for (int i = 0; i < outputs.size(); i++) {
      if (within.get(i) != outputs.get(i)) {
        script.tensorCopy(outputs.get(i), within.get(i));
      }
    }
  }

  /** GpSimd cannot reach PSUM: what is there goes through a tile in SBUF. */
  private Access reachable(Access operand) {
    return operand.space() == MemorySpace.PSUM
        ? script.sbuf("for GpSimd", operand.rows(), operand.elements(), operand.dtype()).all()
        : operand;
  }

  private Access brought(Access operand) {
    Access here = reachable(operand);
    if (here != operand) {
      script.tensorCopy(here, operand);
    }
    return here;
  }

  /** A number, or the input that stands for it. */
  static Scalar scalar(Call call, String key, float fallback) {
    return call.word(key)
        .filter(text -> text.startsWith("$"))
        .map(text -> Scalar.input(Integer.parseInt(text.substring(1))))
        .orElse(Scalar.of(call.number(key, fallback)));
  }

  static AluOp alu(Call call, String key) {
    String name = call.operator(key);
    return AluOp.of(name)
        .orElseThrow(
            () -> new UnsupportedException(call.op() + " with " + name + " is not simulated"));
  }

  /** What becomes of the rows in the registers of the Vector engine. */
  Optional<Fold> fold(Call call, AluOp usual) {
    return accumulators.fold(call, usual);
  }

  static String[] withFold(String... own) {
    List<String> all = new ArrayList<>(List.of(own));
    all.addAll(List.of(FOLDS));
    return all.toArray(String[]::new);
  }

  private TileOp partitionReduce(Call call) {
    return new TileOp.PartitionReduce(alu(call, "op"));
  }

  private TileOp scalarReduce(Call call) {
    return new TileOp.ScalarReduce(
        alu(call, "op0"),
        scalar(call, "operand0", 0),
        call.flag("reverse0"),
        fold(call, AluOp.ADD));
  }

  private TileOp exponential(Call call) {
    return new TileOp.Exponential(scalar(call, "max_value", 0), fold(call, AluOp.ADD));
  }

  private TileOp scan(Call call) {
    return new TileOp.Scan(
        alu(call, "op0"),
        alu(call, "op1"),
        scalar(call, "initial", 0),
        call.flag("reverse0"),
        call.flag("reverse1"));
  }

  /** The registers hold the last element after it, and may be what it begins with. */
  private void cumulative(Call call) {
    call.requireOnly(CUMULATIVE);
    Access dst = views.of(call.output());
    List<Access> inputs = new ArrayList<>(views.all(call.inputs()));
    Optional<Access> goesOn = accumulators.running(call, dst.rows());
    goesOn.ifPresent(inputs::add);
    Scalar initial = goesOn.isPresent() ? Scalar.input(inputs.size() - 1) : first(call);
    TileOp op =
        new TileOp.Cumulative(
            alu(call, "op0"),
            alu(call, "op1"),
            scalar(call, "imm0", 0),
            initial,
            call.flag("reverse0"));
    script.add(new TileFunction(call.engineOr(Engine.VECTOR), op, List.of(dst), inputs));
    accumulators.ran(dst);
  }

  private static Scalar first(Call call) {
    if (call.word("reduce_cmd").filter("load_reduce"::equals).isPresent()) {
      return scalar(call, "imm1", 0);
    }
    return switch (alu(call, "op1")) {
      case MULTIPLY -> Scalar.of(1);
      case MAXIMUM -> Scalar.of(Float.NEGATIVE_INFINITY);
      case MINIMUM -> Scalar.of(Float.POSITIVE_INFINITY);
      default -> Scalar.of(0);
    };
  }

  private static TileOp replace(Call call) {
    return new TileOp.MatchReplace(call.number("imm", 0));
  }

  private static TileOp shuffle(Call call) {
    return new TileOp.Shuffle(call.integers("shuffle_mask"));
  }

  private TileOp localGather(Call call) {
    int each = call.has("num_elem_per_idx") ? call.integers("num_elem_per_idx").get(0) : 1;
    int group = 16;
    int all = views.of(call.input(1)).elements() * group;
    int valid = call.has("num_valid_indices") ? call.integers("num_valid_indices").get(0) : all;
    return new TileOp.LocalGather(each, valid);
  }

  private static TileOp nonzero(Call call) {
    return new TileOp.Nonzero(call.number("index_offset", 0), call.number("padding_val", -1));
  }

  private static TileOp rand(Call call) {
    return new TileOp.Rand(scalar(call, "min", 0), scalar(call, "max", 1), draw(call));
  }

  private static TileOp dropout(Call call) {
    return new TileOp.Dropout(scalar(call, "prob", 0), draw(call));
  }

  private static int draw(Call call) {
    return (int) call.number("draw", 0);
  }
}
