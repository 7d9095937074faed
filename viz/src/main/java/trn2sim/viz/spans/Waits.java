package trn2sim.viz.spans;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;

/** The kinds of waiting that occur in a run, each with a number and a text. */
final class Waits {
  /** One kind: the typed reason, and which memory or semaphore. */
  record Kind(WaitReason reason, String text) {}

  private final Map<Kind, Integer> numbers = new LinkedHashMap<>();

  Waits() {
    numbers.put(new Kind(WaitReason.NONE, ""), 0);
  }

  int number(Process process, Track track, int bar) {
    WaitReason reason = track.reason(bar);
    if (reason == WaitReason.NONE) {
      return 0;
    }
    Kind kind = new Kind(reason, text(process, track, bar));
    return numbers.computeIfAbsent(kind, k -> numbers.size());
  }

  private static String text(Process process, Track track, int bar) {
    WaitReason reason = track.reason(bar);
    int who = track.blamed(bar);
    Program program = process.program();
    return switch (reason) {
      case NONE, DRAINED -> "";
      case PEER -> reason.awaited() + (who < 0 ? "" : " (" + name(process, who) + ")");
      case SPACE ->
          who < 0 || who >= program.tileCount()
              ? reason.awaited()
              : "room in " + program.spaces().get(program.tile(who).space()).name();
      case PIPELINE -> reason.awaited() + preparation(process, track.task(bar));
      case ENGINE, DMA, LINK, ISSUE -> reason.awaited();
    };
  }

  private static String preparation(Process process, int task) {
    return process.processor().preparation(task).map(own -> ", which " + own.text()).orElse("");
  }

  private static String name(Process process, int semaphore) {
    return process.semaphores().get(semaphore).name();
  }

  List<Kind> kinds() {
    return List.copyOf(numbers.keySet());
  }
}
