package trn2sim.core.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private record Bar(int task, long start, long end, WaitReason reason, int who) {}

  private static final Bar FIRST = new Bar(0, 0, 100, WaitReason.NONE, -1);
  private static final Bar SECOND = new Bar(1, 150, 200, WaitReason.DMA, 7);

  private static Timeline timeline(String name, long end, Bar... bars) {
    TrackBuilder track = new TrackBuilder(name, Track.Kind.ENGINE, 0, bars.length);
    for (Bar bar : bars) {
      track.bar(bar.task, bar.start, bar.end, bar.reason, bar.who);
    }
    return new Timeline(List.of(track.build()), end);
  }

  @Test
  void equalTimelinesHaveEqualDigests() {
    assertEquals(
        timeline("a", 200, FIRST, SECOND).digest(), timeline("a", 200, FIRST, SECOND).digest());
  }

  @Test
  void everyDifferenceChangesTheDigest() {
    List<Timeline> different =
        List.of(
            timeline("a", 200, FIRST, SECOND),
            timeline("b", 200, FIRST, SECOND),
            timeline("a", 201, FIRST, SECOND),
            timeline("a", 200, FIRST),
            timeline("a", 200, FIRST, new Bar(2, 150, 200, WaitReason.DMA, 7)),
            timeline("a", 200, FIRST, new Bar(1, 151, 200, WaitReason.DMA, 7)),
            timeline("a", 200, FIRST, new Bar(1, 150, 199, WaitReason.DMA, 7)),
            timeline("a", 200, FIRST, new Bar(1, 150, 200, WaitReason.ENGINE, 7)),
            timeline("a", 200, FIRST, new Bar(1, 150, 200, WaitReason.DMA, 8)));
    Set<String> digests = new HashSet<>();
    different.forEach(timeline -> digests.add(timeline.digest()));
    assertEquals(different.size(), digests.size());
  }

  @Test
  void tracksCountInOrder() {
    Track a = timeline("a", 1, FIRST).tracks().get(0);
    Track b = timeline("b", 1, SECOND).tracks().get(0);
    assertNotEquals(
        new Timeline(List.of(a, b), 200).digest(), new Timeline(List.of(b, a), 200).digest());
  }

  @Test
  void aTrackKnowsItsGapsAndReasons() {
    Track track = timeline("a", 200, FIRST, SECOND).tracks().get(0);
    assertEquals(0, track.gapPs(0));
    assertEquals(50, track.gapPs(1));
    assertEquals(150, track.busyPs());
    assertEquals(WaitReason.DMA, track.reason(1));
    assertEquals(7, track.blamed(1));
  }

  @Test
  void aBarThatDidNotWaitHasNoReason() {
    Bar follows = new Bar(1, 100, 120, WaitReason.SPACE, 3);
    Track track = timeline("a", 200, FIRST, follows).tracks().get(0);
    assertEquals(WaitReason.NONE, track.reason(1));
    assertEquals(-1, track.blamed(1));
  }

  @Test
  void aTrackNeedsAllItsBars() {
    TrackBuilder track = new TrackBuilder("a", Track.Kind.ENGINE, 0, 2);
    track.bar(0, 0, 1, WaitReason.NONE, -1);
    var e = assertThrows(IllegalStateException.class, track::build);
    assertEquals("a: 1 bars of 2", e.getMessage());
  }
}
