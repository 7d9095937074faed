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
 */
public record CriticalPath(List<Segment> segments) {
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

  public CriticalPath {
    segments = List.copyOf(segments);
  }

  public static CriticalPath of(RunResult result) {
    return PathSearch.of(result);
  }

  /** The shares, biggest first; they add up to the run. */
  public List<Share> shares() {
    Map<String, Long> shares = new LinkedHashMap<>();
    segments.forEach(part -> shares.merge(part.resource, part.endPs - part.startPs, Long::sum));
    return shares.entrySet().stream()
        .map(entry -> new Share(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Share::ps).reversed().thenComparing(Share::resource))
        .toList();
  }
}
