package trn2sim.traces.findings;

import java.util.Optional;
import trn2sim.traces.analysis.CriticalPath;

/**
 * What limits a run: the resource with most of the critical path.
 *
 * @param issuesDmas whether it spends most of that issuing DMAs
 */
public record Limit(CriticalPath.Share charged, boolean issuesDmas) {
  static Optional<Limit> of(Findings findings) {
    return findings.criticalPath().shares().stream()
        .findFirst()
        .map(
            first ->
                new Limit(first, DmaIssue.fills(findings.run(), findings.criticalPath(), first)));
  }

  /** Its name, {@code Sync, which issues DMAs}. */
  public String what() {
    return charged.resource() + (issuesDmas ? ", which issues DMAs" : "");
  }

  /** What it is, where the name does not speak for itself. */
  String meaning() {
    return switch (charged.resource()) {
      case "Dma.Dispatch" -> ", from the issue of a DMA to its first data";
      case "Dma.Notify" -> ", from the last data of a DMA until that is known";
      case "Link.Latency" -> ", what a collective takes beside moving data";
      case "Semaphore" -> ", signals between engines";
      default -> "";
    };
  }

  /** Whether DMAs limit the run, or issuing them. */
  boolean isOfDmas() {
    return issuesDmas || charged.resource().startsWith(CriticalPath.DMA);
  }
}
