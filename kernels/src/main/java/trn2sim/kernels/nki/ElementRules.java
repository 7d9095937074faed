package trn2sim.kernels.nki;

import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Access;
import trn2sim.kernels.api.CoreScript;

/** Element-wise instructions of the Vector, Scalar and GpSimd engines. */
final class ElementRules {
  private final CoreScript script;
  private final Views views;

  ElementRules(CoreScript script, Views views) {
    this.script = script;
    this.views = views;
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("tensor_copy", this::copy);
    rules.put("memset", this::memset);
    rules.put("tensor_tensor", this::tensors);
    rules.put("reciprocal", this::reciprocal);
  }

  private void copy(Call call) {
    call.requireOnly();
    add(call, Op.TENSOR_COPY, Optional.of(views.of(call.input(0))), Optional.empty(), 0);
  }

  private void memset(Call call) {
    call.requireOnly("value");
    add(call, Op.MEMSET, Optional.empty(), Optional.empty(), call.number("value", 0));
  }

  private void reciprocal(Call call) {
    call.requireOnly();
    add(call, Op.RECIPROCAL, Optional.of(views.of(call.input(0))), Optional.empty(), 0);
  }

  private void tensors(Call call) {
    call.requireOnly("op");
    Op op =
        switch (call.operator("op")) {
          case "add" -> Op.TENSOR_TENSOR_ADD;
          case "subtract" -> Op.TENSOR_TENSOR_SUBTRACT;
          case "multiply" -> Op.TENSOR_TENSOR_MULTIPLY;
          case "maximum" -> Op.TENSOR_TENSOR_MAX;
          default ->
              throw new UnsupportedException(
                  "tensor_tensor with " + call.operator("op") + " is not simulated");
        };
    add(call, op, Optional.of(views.of(call.input(0))), Optional.of(views.of(call.input(1))), 0);
  }

  /** Where Vector or Scalar may run it and the call names neither, the compiler chooses. */
  private void add(Call call, Op op, Optional<Access> src, Optional<Access> other, float value) {
    boolean open = call.engine().isEmpty() && op.runsOn(Engine.SCALAR);
    script.add(
        new Elementwise(
            call.engineOr(Engine.VECTOR), op, views.of(call.output()), src, other, value),
        open ? Freedom.ANY_ENGINE : Freedom.AS_WRITTEN);
  }
}
