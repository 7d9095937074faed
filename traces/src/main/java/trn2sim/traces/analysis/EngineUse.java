package trn2sim.traces.analysis;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.run.RunResult;

/**
 * How an engine, or another row of the timeline, spent its time; an engine's busy time and waits
 * add up to the time of its rank.
 *
 * @param waitsPs idle time by reason, reasons that did not occur left out
 */
public record EngineUse(
    String core, String engine, long busyPs, int instructions, Map<WaitReason, Long> waitsPs) {

  /** The engines of all cores, in the order of the timeline. */
  public static List<EngineUse> engines(RunResult result) {
    return result.timeline().tracks().stream()
        .filter(track -> track.kind() == Track.Kind.ENGINE)
        .map(track -> of(track, result.rankPs(track.process())))
        .toList();
  }

  /** Busy time and waits together. */
  public long wholePs() {
    return busyPs + waitsPs.values().stream().mapToLong(Long::longValue).sum();
  }

  public double utilization() {
    return share(busyPs);
  }

  /** A time as a share of the row's whole time. */
  public double share(long ps) {
    return wholePs() == 0 ? 0 : (double) ps / wholePs();
  }

  static EngineUse of(Track track, long endPs) {
    Map<WaitReason, Long> waits = new EnumMap<>(WaitReason.class);
    for (int bar = 0; bar < track.size(); bar++) {
      Cancellation.check();
      add(waits, track.reason(bar), track.gapPs(bar));
    }
    long last = track.size() == 0 ? 0 : track.endPs(track.size() - 1);
    add(waits, WaitReason.DRAINED, endPs - last);
    return new EngineUse(core(track), row(track), track.busyPs(), track.size(), waits);
  }

  private static void add(Map<WaitReason, Long> waits, WaitReason reason, long ps) {
    if (ps > 0) {
      waits.merge(reason, ps, Long::sum);
    }
  }

  /** What a track belongs to, {@code Chip[0].Core[0]}. */
  public static String core(Track track) {
    return TrackName.of(track.name()).owner();
  }

  /** The rest of a track's name, {@code Tensor} or {@code Dma.Sync.Load}. */
  public static String row(Track track) {
    return TrackName.of(track.name()).row();
  }
}
