package trn2sim.viz.spans;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.findings.LineCost;

/** Where in an NKI kernel's source the tasks of a program come from. */
final class PlaceColumn {
  private final Map<SourceLines.Place, Integer> numbers = new LinkedHashMap<>();
  private final List<Integer> placeOf = new ArrayList<>();

  /** No number is written for kernels without a source. */
  PlaceColumn(Launch launch, int process) {
    int tasks =
        launch.sources().isEmpty() ? 0 : launch.cores().get(process).script().steps().size();
    for (int task = 0; task < tasks; task++) {
      placeOf.add(LineCost.place(launch, process, task).map(this::number).orElse(-1));
    }
  }

  private int number(SourceLines.Place place) {
    return numbers.computeIfAbsent(place, p -> numbers.size());
  }

  void write(ByteSink sink) throws IOException {
    for (int place : placeOf) {
      sink.unsigned(place + 1);
    }
  }

  /** For each place, the calls that led there, the innermost first. */
  List<JsonObject> header() {
    return numbers.keySet().stream()
        .map(
            place -> new JsonObject().put("calls", place.calls().stream().map(this::call).toList()))
        .toList();
  }

  private JsonObject call(SourceLines.Frame frame) {
    return new JsonObject()
        .put("file", frame.file())
        .put("line", frame.line())
        .put("function", frame.function());
  }
}
