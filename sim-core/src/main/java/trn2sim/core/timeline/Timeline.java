package trn2sim.core.timeline;

import java.util.HexFormat;
import java.util.List;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.sim.SplitMix;

/** Everything that happened in a run, row by row. */
public record Timeline(List<Track> tracks, long endPs) {
  public Timeline {
    tracks = List.copyOf(tracks);
  }

  /** Fingerprint of every bar and every reason; equal timelines have equal digests. */
  public String digest() {
    long digest = endPs;
    for (Track track : tracks) {
      Cancellation.check();
      digest = with(with(digest, track.name().hashCode()), track.size());
      for (int bar = 0; bar < track.size(); bar++) {
        digest = with(digest, ((long) track.task(bar) << 32) | (track.blamed(bar) & 0xFFFFFFFFL));
        digest = with(with(digest, track.startPs(bar)), track.endPs(bar));
        digest = with(digest, track.reason(bar).ordinal());
      }
    }
    return HexFormat.of().toHexDigits(digest);
  }

  /** Large runs have millions of bars, for which a digest of SHA's kind takes a second and more. */
  private static long with(long digest, long number) {
    return SplitMix.mix((digest ^ number) + SplitMix.GOLDEN);
  }
}
