package trn2sim.kernels.api;

import java.util.List;
import java.util.Map;

/**
 * How a kernel decided between SBUF and HBM for the data it passes round.
 *
 * @param rule the decision, SBUF or HBM
 * @param requested auto, or hbm if forced
 * @param reason the decisive comparison in words
 * @param comparisons every comparison of the rule with its numbers, in order
 * @param tiles the tiling the rule arrived at
 */
public record PathChoice(
    String rule,
    String requested,
    String reason,
    List<String> comparisons,
    int channels,
    Map<String, Integer> tiles) {
  public PathChoice {
    comparisons = List.copyOf(comparisons);
  }
}
