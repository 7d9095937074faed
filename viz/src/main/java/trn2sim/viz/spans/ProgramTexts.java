package trn2sim.viz.spans;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.json.JsonObject;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.run.RunResult;

/**
 * What the report says of each instruction of a run and where in the source it comes from. Cores
 * that run the same program share its texts. The run alone decides them, so they can be made before
 * anything is known about it.
 */
public final class ProgramTexts {
  private record Texts(LabelColumns labels, Optional<PlaceColumn> places) {}

  private final Map<Program, Integer> numbers = new IdentityHashMap<>();
  private final List<Texts> texts = new ArrayList<>();

  private ProgramTexts() {}

  public static ProgramTexts of(RunResult run) {
    return of(run, run.measured());
  }

  /**
   * Makes those of a run.
   *
   * @param profiled whether operations have the profiler's names, because a profile stands beside
   */
  public static ProgramTexts of(RunResult run, boolean profiled) {
    ProgramTexts all = new ProgramTexts();
    for (Process process : run.processes()) {
      if (all.numbers.putIfAbsent(process.program(), all.texts.size()) == null) {
        all.texts.add(texts(run, process.number(), profiled));
      }
    }
    return all;
  }

  private static Texts texts(RunResult run, int process, boolean profiled) {
    int tasks = run.outcome().tasks(process);
    LabelColumns labels = new LabelColumns(tasks);
    for (int task = 0; task < tasks; task++) {
      Cancellation.check();
      labels.add(
          profiled ? TaskText.asProfiled(run, process, task) : TaskText.of(run, process, task));
    }
    return new Texts(
        labels,
        LineCost.hasSource(run) ? Optional.of(new PlaceColumn(run, process)) : Optional.empty());
  }

  int number(Program program) {
    return numbers.get(program);
  }

  void write(ByteSink sink) {
    for (Texts text : texts) {
      text.labels.writeTemplates(sink);
      text.places.ifPresent(places -> places.write(sink));
    }
    for (Texts text : texts) {
      text.labels.writeNumbers(sink);
    }
  }

  List<JsonObject> header() {
    return texts.stream().map(ProgramTexts::header).toList();
  }

  private static JsonObject header(Texts texts) {
    List<String> templates = texts.labels.templates();
    return new JsonObject()
        .put("tasks", texts.labels.size())
        .put("templates", templates.stream().map(t -> new JsonObject().put("text", t)).toList())
        .put("places", texts.places.map(PlaceColumn::header).orElse(List.of()));
  }
}
