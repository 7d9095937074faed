package trn2sim.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Random inputs. A few in every build; {@code .ci/fuzz} runs as many as it is told. A fault is
 * reported with its seed and the smallest input that shows it.
 */
class FuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 1);

  @Test
  void hostileInputsEndInWords() {
    int wanted = Integer.getInteger("fuzz.inputs", 300);
    assertEquals("", new Trial(SEED, FuzzTest::hostile).run(wanted, wanted));
  }

  private static Trial.Outcome hostile(Choices choices) {
    return judged(HostileInput.of(choices));
  }

  /** Each is recorded by a Python process of its own, which takes most of the time. */
  @Test
  void mutatedKernelsEndInWords() {
    int wanted = Integer.getInteger("fuzz.kernels", 4);
    assertEquals("", new Trial(SEED, FuzzTest::kernel).run(wanted, wanted));
  }

  private static Trial.Outcome kernel(Choices choices) {
    return judged(MutatedKernel.of(choices));
  }

  private static Trial.Outcome judged(Input input) {
    Judge.Ending ending = Judge.end(input);
    return new Trial.Outcome(true, input.toString(), ending.objections());
  }

  @Test
  void resultsObeyTheLaws() {
    int wanted = Integer.getInteger("fuzz.scenarios", 25);
    assertEquals("", new Trial(SEED, FuzzTest::valid).run(wanted, 20 * wanted));
  }

  private static Trial.Outcome valid(Choices choices) {
    String yaml = ValidScenario.of(choices).yaml();
    List<String> objections = new ArrayList<>();
    Optional<String> result = Optional.empty();
    try {
      result = Simulated.result(yaml, "run.mode=both");
      if (result.isPresent()) {
        objections.addAll(Laws.brokenBy(result.get()));
        objections.addAll(new Twins(yaml, result.get()).differences());
      }
    } catch (RuntimeException | AssertionError e) {
      objections.add("thrown: " + e);
    }
    return new Trial.Outcome(result.isPresent(), yaml, objections);
  }

  @Test
  void faultsAreFoundAndMadeSmall() {
    String report = new Trial(SEED, FuzzTest::contrived).run(1000, 1000);
    assertTrue(report.contains("[5, 0]"), report);
    assertTrue(report.startsWith("seed "), report);
  }

  /** Fails if the first of many numbers is above 4. */
  private static Trial.Outcome contrived(Choices choices) {
    List<Integer> numbers = new ArrayList<>();
    numbers.add(choices.below(100));
    int more = 1 + choices.below(20);
    for (int i = 0; i < more; i++) {
      numbers.add(choices.below(50));
    }
    List<String> objections = numbers.get(0) > 4 ? List.of("too large") : List.of();
    return new Trial.Outcome(true, numbers.toString(), objections);
  }
}
