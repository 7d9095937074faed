package trn2sim.core.timeline;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import trn2sim.core.cancel.Cancellation;

/** Everything that happened in a run, row by row. */
public record Timeline(List<Track> tracks, long endPs) {
  private static final int DIGEST_BYTES = 8;
  private static final int BAR_BYTES = 4 + 8 + 8 + 1 + 4;

  public Timeline {
    tracks = List.copyOf(tracks);
  }

  /** Fingerprint of every bar and every reason; equal timelines have equal digests. */
  public String digest() {
    MessageDigest sha = sha256();
    ByteBuffer buffer = ByteBuffer.allocate(BAR_BYTES);
    for (Track track : tracks) {
      Cancellation.check();
      sha.update(track.name().getBytes(StandardCharsets.UTF_8));
      for (int bar = 0; bar < track.size(); bar++) {
        buffer.clear();
        buffer.putInt(track.task(bar)).putLong(track.startPs(bar)).putLong(track.endPs(bar));
        buffer.put((byte) track.reason(bar).ordinal()).putInt(track.blamed(bar));
        sha.update(buffer.array());
      }
    }
    sha.update(ByteBuffer.allocate(8).putLong(endPs).array());
    return HexFormat.of().formatHex(sha.digest(), 0, DIGEST_BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
