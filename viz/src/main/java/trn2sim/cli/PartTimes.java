package trn2sim.cli;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import trn2sim.core.sim.RunPart;
import trn2sim.core.unit.Text;

/** How long the parts of a run take by the clock; a part within another counts there alone. */
final class PartTimes implements RunPart.Listener {
  private static final double NANOS = 1e9;

  private final Map<RunPart, Long> nanos = new EnumMap<>(RunPart.class);
  private final Deque<RunPart> open = new ArrayDeque<>();
  private long since = System.nanoTime();

  @Override
  public void begin(RunPart part) {
    count();
    open.push(part);
  }

  @Override
  public void end() {
    count();
    open.pop();
  }

  private void count() {
    long now = System.nanoTime();
    if (!open.isEmpty()) {
      nanos.merge(open.peek(), now - since, Long::sum);
    }
    since = now;
  }

  boolean has(RunPart part) {
    return nanos.containsKey(part);
  }

  double seconds(RunPart part) {
    return nanos.getOrDefault(part, 0L) / NANOS;
  }

  double seconds() {
    return nanos.values().stream().mapToLong(Long::longValue).sum() / NANOS;
  }

  /** All of them, in the order of a run. */
  String text() {
    return nanos.keySet().stream()
        .map(part -> Text.format("%s %.3f s", part.label(), seconds(part)))
        .collect(Collectors.joining(", "));
  }
}
