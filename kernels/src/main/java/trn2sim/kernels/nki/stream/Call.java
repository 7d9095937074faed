package trn2sim.kernels.nki.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.core.json.JsonLines;
import trn2sim.hw.isa.Engine;

/**
 * An instruction as the stream has it.
 *
 * @param engine the name of the engine, absent if the choice is the compiler's
 * @param source the number of its place in the source
 */
public record Call(
    String op,
    Optional<String> engine,
    int source,
    List<View> outputs,
    List<View> inputs,
    Map<String, Object> attributes) {
  /** Attributes that change neither time nor values, or are heeded for all operations alike. */
  private static final Set<String> NEUTRAL =
      Set.of("loop", "name", "ins", "guess", "after", "region", "priority", "mask");

  /** Operations that make each element of their result from one of each operand alone. */
  private static final Set<String> ELEMENTWISE =
      Set.of(
          "tensor_copy",
          "tensor_scalar",
          "tensor_tensor",
          "scalar_tensor_tensor",
          "activation",
          "reciprocal");

  /** Whether it treats every element of its operands alike. */
  public boolean isElementwise() {
    return ELEMENTWISE.contains(op);
  }

  /** The same call with other inputs. */
  public Call with(List<View> others) {
    return new Call(op, engine, source, outputs, others, attributes);
  }

  /** The same call with other outputs. */
  public Call withOutputs(List<View> others) {
    return new Call(op, engine, source, others, inputs, attributes);
  }

  /** The same call, which waits for others by their numbers. */
  public Call after(List<Long> others) {
    Map<String, Object> more = new HashMap<>(attributes);
    more.put("after", others);
    return new Call(op, engine, source, outputs, inputs, more);
  }

  /** A call for each tensor of a collective, which moves them one after another. */
  public List<Call> parts() {
    List<Call> parts = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      List<View> to = List.of(outputs.get(i));
      parts.add(new Call(op, engine, source, to, List.of(inputs.get(i)), attributes));
    }
    return parts;
  }

  /** Those of the inputs that are no index tensors, which come last. */
  static int sources(List<View> inputs, List<View> outputs) {
    int lookups = 0;
    for (View view : inputs) {
      lookups += view.looksUp() ? 1 : 0;
    }
    for (View view : outputs) {
      lookups += view.looksUp() ? 1 : 0;
    }
    return inputs.size() - lookups;
  }

  /** Inputs that are operands; index tensors come after them. */
  public int sources() {
    return sources(inputs, outputs);
  }

  /** Refuses whatever the reader of this operation would not heed. */
  public void requireOnly(String... known) {
    for (String key : attributes.keySet()) {
      if (!NEUTRAL.contains(key) && !List.of(known).contains(key)) {
        throw new UnsupportedException(op + " with " + key + " is not simulated");
      }
    }
  }

  public boolean has(String key) {
    return attributes.getOrDefault(key, JsonLines.NOTHING) != JsonLines.NOTHING;
  }

  public boolean flag(String key) {
    Object value = attributes.getOrDefault(key, false);
    return value == Boolean.TRUE || (value instanceof Long number && number != 0);
  }

  public Optional<String> word(String key) {
    return attributes.get(key) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The name of an operator. */
  public String operator(String key) {
    return word(key).orElseThrow(() -> new UnsupportedException(op + " without " + key));
  }

  public float number(String key, float fallback) {
    return attributes.get(key) instanceof Number number ? number.floatValue() : fallback;
  }

  /** A number as the kernel has it, whole ones of 32 bits exactly. */
  public double exact(String key) {
    return attributes.get(key) instanceof Number number ? number.doubleValue() : 0;
  }

  public List<Integer> integers(String key) {
    Object value = attributes.getOrDefault(key, List.of());
    List<?> items = value instanceof List<?> list ? list : List.of(value);
    List<Integer> integers = new ArrayList<>(items.size());
    for (Object item : items) {
      integers.add(((Number) item).intValue());
    }
    return integers;
  }

  /** The tensor that an attribute such as {@code "$1"} stands for. */
  public Optional<View> tensor(String key) {
    return word(key)
        .filter(text -> text.startsWith("$"))
        .map(text -> inputs.get(Integer.parseInt(text.substring(1))));
  }

  public View output() {
    return outputs.get(0);
  }

  public View input(int i) {
    return inputs.get(i);
  }

  /** The engine the call names, or the given one where it names none. */
  public Engine engineOr(Engine usual) {
    return engine.map(Call::engineNamed).orElse(usual);
  }

  public static Engine engineNamed(String name) {
    return switch (name) {
      case "tensor" -> Engine.TENSOR;
      case "vector" -> Engine.VECTOR;
      case "scalar" -> Engine.SCALAR;
      case "gpsimd" -> Engine.GPSIMD;
      case "sync" -> Engine.SYNC;
      default -> throw new UnsupportedException("no instructions run on the engine " + name);
    };
  }
}
