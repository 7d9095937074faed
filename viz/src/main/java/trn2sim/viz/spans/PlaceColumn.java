package trn2sim.viz.spans;

import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.json.JsonObject;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.run.RunResult;

/** Where in the source the tasks of a program come from. */
final class PlaceColumn {
  /** A place, and the lines of the loops around it, the innermost first. */
  private record Spot(SourceLines.Place place, List<String> loops) {}

  private static final int NOWHERE = -1;
  private static final Object NO_LOOP = new Object();

  private final Map<Spot, Integer> numbers = new LinkedHashMap<>();
  private final int[] spotOf;

  /** Tasks of one place in one run of a loop share their spot, which is worked out once. */
  PlaceColumn(RunResult result, int process) {
    spotOf = new int[result.processes().get(process).program().size()];
    Map<SourceLines.Place, Map<Object, Integer>> known = new IdentityHashMap<>();
    for (int number = 0; number < spotOf.length; number++) {
      int task = number;
      spotOf[task] =
          LineCost.place(result, process, task)
              .map(
                  place ->
                      known
                          .computeIfAbsent(place, p -> new IdentityHashMap<>())
                          .computeIfAbsent(
                              loop(result, process, task),
                              run -> number(new Spot(place, loops(result, process, task)))))
              .orElse(NOWHERE);
    }
  }

  private int number(Spot spot) {
    return numbers.computeIfAbsent(spot, s -> numbers.size());
  }

  /** The run of the innermost loop around a task, or something that stands for none. */
  private static Object loop(RunResult result, int process, int task) {
    Optional<SourceLines.Loop> innermost =
        result.neuron().flatMap(run -> LineCost.loop(run.launch(), process, task));
    return innermost.isPresent() ? innermost.get() : NO_LOOP;
  }

  private static List<String> loops(RunResult result, int process, int task) {
    return result.neuron().stream()
        .flatMap(run -> LineCost.loops(run.launch(), process, task).stream())
        .map(loop -> loop.file() + ":" + loop.line())
        .toList();
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
