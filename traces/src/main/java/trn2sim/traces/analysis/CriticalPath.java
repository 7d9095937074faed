package trn2sim.traces.analysis;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.traces.run.RunResult;

/**
 * The chain of causes that ends with the last instruction: each step goes to whatever its task
 * waited for last. Every instant of the run is charged to one resource.
 *
 * @param segments from the beginning of the run to its end, without gaps
 * @param shares of the resources, biggest first; they add up to the run
 */
public record CriticalPath(List<Segment> segments, List<Share> shares) {
  /** The resource that transfers on DMA queues are charged to. */
  public static final String DMA = "Dma";

  /**
   * A stretch of time that one resource is answerable for.
   *
   * @param process whose task it is charged for
   * @param task that task, or -1 for the time before any
   */
  public record Segment(String resource, long startPs, long endPs, int process, int task) {}

  /** All the time that one resource is answerable for. */
  public record Share(String resource, long ps) {}

  CriticalPath(List<Segment> segments) {
    this(List.copyOf(segments), shares(segments));
  }

  public static CriticalPath of(RunResult result) {
    return PathSearch.of(result);
  }

  private static List<Share> shares(List<Segment> segments) {
    Map<String, long[]> shares = new LinkedHashMap<>();
    for (Segment part : segments) {
      shares.computeIfAbsent(part.resource, resource -> new long[1])[0] +=
          part.endPs - part.startPs;
    }
    return shares.entrySet().stream()
        .map(entry -> new Share(entry.getKey(), entry.getValue()[0]))
        .sorted(Comparator.comparingLong(Share::ps).reversed().thenComparing(Share::resource))
        .toList();
  }
}
