package trn2sim.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearestTest {
  private static final List<String> NAMES = List.of("kernel", "device", "shape", "K", "m");

  @Test
  void findsTypingErrors() {
    assertEquals(Optional.of("kernel"), Nearest.to("kernal", NAMES));
    assertEquals(Optional.of("shape"), Nearest.to("SHAEP", NAMES));
    assertEquals(Optional.of("K"), Nearest.to("k", NAMES));
  }

  @Test
  void staysSilentWhenNothingIsNear() {
    assertEquals(Optional.empty(), Nearest.to("x", NAMES));
    assertEquals(Optional.empty(), Nearest.to("seed", NAMES));
    assertEquals(Optional.empty(), Nearest.to("", NAMES));
    assertEquals(Optional.empty(), Nearest.to("kernel".repeat(100_000), NAMES));
  }

  @Test
  void knowsTheLastPartOfADottedName() {
    assertEquals(
        Optional.of("link.xy_bandwidth"),
        Nearest.to("xy_bandwidth", List.of("link.z_bandwidth", "link.xy_bandwidth")));
  }

  @Test
  void completesWhatHasOnlyBeenBegun() {
    List<String> names = List.of("link.xy_latency_of_hops", "link.xy_bandwidth", "matmul_of_tiles");
    assertEquals(Optional.of("link.xy_bandwidth"), Nearest.to("link.xy", names));
    assertEquals(Optional.of("matmul_of_tiles"), Nearest.to("Mat", names));
    assertEquals(Optional.empty(), Nearest.to("ma", names));
  }

  @Test
  void breaksTiesAlphabetically() {
    assertEquals(Optional.of("bat"), Nearest.to("cat", List.of("rat", "hat", "bat")));
  }
}
