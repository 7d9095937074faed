package trn2sim.viz.spans;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.run.RunResult;

/** Where in the source the tasks of a program come from. */
final class PlaceColumn {
  /** A place, and the lines of the loops around it, the innermost first. */
  private record Spot(SourceLines.Place place, List<String> loops) {}

  private final Map<Spot, Integer> numbers = new LinkedHashMap<>();
  private final List<Integer> spotOf = new ArrayList<>();

  PlaceColumn(RunResult result, int process) {
    int tasks = result.processes().get(process).program().size();
    for (int number = 0; number < tasks; number++) {
      int task = number;
      List<String> loops =
          result.neuron().stream()
              .flatMap(run -> LineCost.loops(run.launch(), process, task).stream())
              .map(loop -> loop.file() + ":" + loop.line())
              .toList();
      spotOf.add(
          LineCost.place(result, process, task)
              .map(place -> numbers.computeIfAbsent(new Spot(place, loops), s -> numbers.size()))
              .orElse(-1));
    }
  }

  void write(ByteSink sink) {
    for (int spot : spotOf) {
      sink.unsigned(spot + 1);
    }
  }

  /** For each place, the calls that led there and the loops around it, the innermost first. */
  List<JsonObject> header() {
    return numbers.keySet().stream()
        .map(
            spot ->
                new JsonObject()
                    .put("calls", spot.place.calls().stream().map(PlaceColumn::call).toList())
                    .putTexts("loops", spot.loops))
        .toList();
  }

  private static JsonObject call(SourceLines.Frame frame) {
    return new JsonObject()
        .put("file", frame.file())
        .put("line", frame.line())
        .put("function", frame.function());
  }
}
