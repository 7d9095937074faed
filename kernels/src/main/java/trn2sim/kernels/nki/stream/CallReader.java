package trn2sim.kernels.nki.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import trn2sim.kernels.nki.stream.View.Dim;
import trn2sim.kernels.nki.stream.View.Dynamic;

/** Reads the calls of a stream. Its views have few shapes: those that are equal share one. */
public final class CallReader {
  private static final int MOST_SHAPES = 4096;

  /** By the numbers as they stand in the stream. */
  private final Map<List<?>, List<Dim>> shapes = new HashMap<>();

  /** Reads {@code [op, engine, source, outputs, inputs, attributes]}. */
  public Call read(Fields json) {
    List<View> outputs = views(json.list(3));
    List<View> inputs = views(json.list(4));
    findPlaces(inputs, outputs);
    return new Call(
        json.text(0),
        json.optionalText(1),
        json.small(2),
        outputs,
        inputs,
        json.has(5) ? json.object(5) : Map.of());
  }

  /** Index tensors are the last inputs: those of inputs that are looked up, then of outputs. */
  private static void findPlaces(List<View> inputs, List<View> outputs) {
    int first = Call.sources(inputs, outputs);
    if (first == inputs.size()) {
      return;
    }
    Iterator<View> places = List.copyOf(inputs.subList(first, inputs.size())).iterator();
    UnaryOperator<View> found = view -> view.looksUp() ? view.lookedUpIn(places.next()) : view;
    inputs.replaceAll(found);
    outputs.replaceAll(found);
  }

  private List<View> views(Fields json) {
    int count = json.size();
    List<View> views = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      views.add(view(json.list(i)));
    }
    return views;
  }

  /** Reads {@code [tensor, offset, [stride, count, ...], dynamic, dtype]}. */
  private View view(Fields json) {
    int members = json.size();
    Optional<Dynamic> dynamic =
        members > 3 && json.has(3)
            ? Optional.of(json.list(3))
                .map(d -> new Dynamic(d.text(0), d.small(1), d.integer(2), 0, Optional.empty()))
            : Optional.empty();
    Optional<String> dtype =
        members > 4 && json.has(4) ? Optional.of(json.text(4)) : Optional.empty();
    return new View(json.small(0), json.integer(1), dims(json.list(2)), dynamic, dtype);
  }

  private List<Dim> dims(Fields json) {
    List<Dim> known = shapes.get(json.items());
    if (known != null) {
      return known;
    }
    List<Dim> dims = new ArrayList<>();
    for (int i = 0; i + 1 < json.size(); i += 2) {
      dims.add(new Dim(json.integer(i), json.integer(i + 1)));
    }
    List<Dim> shape = List.copyOf(dims);
    if (shapes.size() < MOST_SHAPES) {
      shapes.put(json.items(), shape);
    }
    return shape;
  }
}
