package trn2sim.kernels.nki;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.Arithmetic.Term;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.TensorReduce;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.UnsupportedException;
import trn2sim.kernels.nki.stream.View;

/** Element-wise instructions of the Vector, Scalar and GpSimd engines. */
final class ElementRules {
  private final CoreScript script;
  private final Views views;
  private final TileRules tiles;
  private final Accumulators accumulators;

  ElementRules(CoreScript script, Views views, TileRules tiles) {
    this.tiles = tiles;
    this.accumulators = new Accumulators(script, views);
    this.script = script;
    this.views = views;
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("tensor_copy", this::copy);
    rules.put("memset", this::memset);
    rules.put("tensor_tensor", this::tensors);
    rules.put("tensor_scalar", this::scalars);
    rules.put("scalar_tensor_tensor", this::scalarAndTensor);
    rules.put("tensor_reduce", this::reduce);
    rules.put("reciprocal", this::reciprocal);
    rules.put("activation", this::activation);
    rules.put("activation_reduce", this::activation);
  }

  private void copy(Call call) {
    call.requireOnly();
    add(call, Op.TENSOR_COPY, Optional.of(views.of(call.input(0))), Optional.empty(), 0);
  }

  private void memset(Call call) {
    call.requireOnly("value");
    add(call, Op.MEMSET, Optional.empty(), Optional.empty(), call.exact("value"));
  }

  private void reciprocal(Call call) {
    call.requireOnly();
    add(call, Op.RECIPROCAL, Optional.of(views.of(call.input(0))), Optional.empty(), 0);
  }

  /** The commonest are instructions of their own; all others go by the general form. */
  private void tensors(Call call) {
    call.requireOnly("op");
    Optional<Op> known = Op.of("tensor_tensor_" + call.operator("op").replace("maximum", "max"));
    Access other = views.of(call.input(1));
    if (known.isPresent() && !views.of(call.output()).dtype().isInteger()) {
      add(call, known.get(), Optional.of(views.of(call.input(0))), Optional.of(other), 0);
    } else {
      arithmetic(call, new Term(TileRules.alu(call, "op"), new Arithmetic.Elements(other), false));
    }
  }

  private void scalars(Call call) {
    call.requireOnly("op0", "operand0", "reverse0", "op1", "operand1", "reverse1");
    Optional<Op> known = Op.of("tensor_scalar_" + call.operator("op0"));
    if (known.isPresent() && !call.has("op1") && !call.flag("reverse0")) {
      Optional<Access> column = call.tensor("operand0").map(views::of);
      Optional<Access> src = Optional.of(views.of(call.input(0)));
      add(call, known.get(), src, column, call.number("operand0", 0));
      return;
    }
    if (isScaleAndBias(call)) {
      script.add(
          new Activation(
              views.of(call.output()),
              views.of(call.input(0)),
              Activation.Function.IDENTITY,
              call.number("operand0", 1),
              call.tensor("operand0").map(views::of),
              call.tensor("operand1").map(views::of),
              call.number("operand1", 0),
              Optional.empty()));
      return;
    }
    Term first =
        new Term(TileRules.alu(call, "op0"), scalar(call, "operand0"), call.flag("reverse0"));
    if (call.has("op1")) {
      Term second =
          new Term(TileRules.alu(call, "op1"), scalar(call, "operand1"), call.flag("reverse1"));
      arithmetic(call, first, second);
    } else {
      arithmetic(call, first);
    }
  }

  /** Scalar has one pair of operations, which every activation of it begins with. */
  private static boolean isScaleAndBias(Call call) {
    return call.has("op1")
        && call.engineOr(Engine.VECTOR) == Engine.SCALAR
        && call.operator("op0").equals("multiply")
        && call.operator("op1").equals("add");
  }

  /** Inputs are the data, the tensor of the second operation, and a column if one is given. */
  private void scalarAndTensor(Call call) {
    call.requireOnly("op0", "operand0", "reverse0", "op1", "reverse1", "reduce_op", "reduce_cmd");
    Optional<TileOp.Fold> fold = tiles.fold(call, AluOp.ADD);
    if (fold.isPresent()) {
      tiles.add(call, Engine.VECTOR, folded(call, fold));
      return;
    }
    Arithmetic.Operand tensor = new Arithmetic.Elements(views.of(call.input(1)));
    arithmetic(
        call,
        new Term(TileRules.alu(call, "op0"), scalar(call, "operand0"), call.flag("reverse0")),
        new Term(TileRules.alu(call, "op1"), tensor, call.flag("reverse1")));
  }

  private static TileOp folded(Call call, Optional<TileOp.Fold> fold) {
    return new TileOp.TensorsReduce(
        TileRules.alu(call, "op0"),
        TileRules.scalar(call, "operand0", 0),
        call.flag("reverse0"),
        TileRules.alu(call, "op1"),
        call.flag("reverse1"),
        fold);
  }

  private Arithmetic.Operand scalar(Call call, String key) {
    Optional<View> column = call.tensor(key);
    return column.isPresent()
        ? new Arithmetic.Column(views.of(column.get()))
        : new Arithmetic.Immediate(call.exact(key));
  }

  private void arithmetic(Call call, Term... terms) {
    Engine engine = call.engineOr(Engine.VECTOR);
    script.add(
        new Arithmetic(
            engine, call.op(), views.of(call.output()), views.of(call.input(0)), List.of(terms)));
  }

  /** Dimensions that are kept go outside, those that are folded inside. */
  private void reduce(Call call) {
    call.requireOnly("op", "axis", "negate", "keepdims");
    View data = call.input(0);
    List<Integer> folded =
        call.integers("axis").stream()
            .map(axis -> axis < 0 ? axis + data.dims().size() : axis)
            .toList();
    if (folded.contains(0)) {
      throw new UnsupportedException("tensor_reduce over partitions is not simulated");
    }
    List<Integer> order =
        Stream.concat(
                IntStream.range(0, data.dims().size()).boxed().filter(d -> !folded.contains(d)),
                folded.stream().sorted())
            .toList();
    script.add(
        new TensorReduce(
            views.of(call.output()),
            views.of(data.ordered(order)),
            TileRules.alu(call, "op"),
            call.flag("negate")));
  }

  private void activation(Call call) {
    call.requireOnly("op", "bias", "scale", "reduce_op", "reduce_cmd");
    String name = call.operator("op").replaceFirst("^copy$", "identity");
    Activation.Function function =
        Activation.Function.of(name)
            .orElseThrow(() -> new UnsupportedException(call.op() + " of " + name));
    script.add(
        new Activation(
            views.of(call.output()),
            views.of(call.input(0)),
            function,
            call.number("scale", 1),
            call.tensor("scale").map(views::of),
            call.tensor("bias").map(views::of),
            call.number("bias", 0),
            accumulators.fold(call, AluOp.ADD).map(fold -> rows(call, fold))));
  }

  private Activation.Rows rows(Call call, TileOp.Fold fold) {
    Accumulators.Use sums = accumulators.use(call, fold, views.all(call.outputs()));
    return new Activation.Rows(sums.into(), fold, sums.before());
  }

  /** Where Vector or Scalar may run it and the call names neither, the compiler chooses. */
  private void add(Call call, Op op, Optional<Access> src, Optional<Access> other, double value) {
    boolean open = call.engine().isEmpty() && op.runsOn(Engine.SCALAR) && !call.has("mask");
    script.add(
        new Elementwise(
            call.engineOr(Engine.VECTOR), op, views.of(call.output()), src, other, value),
        open ? Freedom.ANY_ENGINE : Freedom.AS_WRITTEN);
  }
}
