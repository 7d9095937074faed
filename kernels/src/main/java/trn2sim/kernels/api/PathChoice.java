package trn2sim.kernels.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a kernel decided between SBUF and HBM for the data it passes round.
 *
 * @param rule the decision, SBUF or HBM
 * @param requested auto, or hbm if forced
 * @param reason the decisive comparison in words
 * @param comparisons every comparison of the rule with its numbers, in order
 * @param tiles the tiling the rule arrived at
 * @param originalFails why the public kernel that this one follows would fail at this size, where
 *     it would and this one has been repaired
 */
public record PathChoice(
    String rule,
    String requested,
    String reason,
    List<String> comparisons,
    int channels,
    Map<String, Integer> tiles,
    Optional<String> originalFails) {
  /** What is said of a size that is proposed, if the original would fail there. */
  public static final String FAILS_THERE = ", where the original kernel would fail";

  public PathChoice {
    comparisons = List.copyOf(comparisons);
  }
}
