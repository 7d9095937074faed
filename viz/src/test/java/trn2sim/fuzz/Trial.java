package trn2sim.fuzz;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Many random inputs, each from its own seed, and the smallest that shows a fault.
 *
 * @param seed of the first; the next one's is one more
 */
record Trial(long seed, Function<Choices, Outcome> judge) {
  private static final int SHRINKING = 400;

  /**
   * What became of an input.
   *
   * @param counts whether it is one of those asked for
   * @param shown the input as a user would have it
   */
  record Outcome(boolean counts, String shown, List<String> objections) {}

  /** Goes on until so many have counted; the report of the first fault, or nothing. */
  String run(int wanted, int most) {
    int counted = 0;
    int made = 0;
    for (; counted < wanted && made < most; made++) {
      Choices choices = Choices.random(seed + made);
      Outcome outcome = judge.apply(choices);
      if (!outcome.objections.isEmpty()) {
        return report(seed + made, choices.notes(), outcome);
      }
      counted += outcome.counts ? 1 : 0;
    }
    System.out.println("fuzz: " + counted + " of " + made + " inputs from seed " + seed);
    return counted < wanted ? "only " + counted + " of " + made + " inputs counted" : "";
  }

  private String report(long found, int[] notes, Outcome first) {
    int[] smallest = notes;
    if (first.objections.stream().noneMatch(text -> text.startsWith("still running"))) {
      smallest =
          Shrinker.smallest(notes, candidate -> !again(candidate).objections.isEmpty(), SHRINKING);
    }
    Outcome outcome = smallest == notes ? first : again(smallest);
    List<String> lines = new ArrayList<>(outcome.objections);
    lines.add(0, "seed " + found + " (-Dfuzz.seed=" + found + "):");
    lines.add(outcome.shown);
    return String.join("\n", lines);
  }

  private Outcome again(int[] notes) {
    return judge.apply(Choices.again(notes));
  }
}
