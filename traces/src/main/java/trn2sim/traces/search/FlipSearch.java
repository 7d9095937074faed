package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.api.PathChoice;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Setting;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.Attempt;
import trn2sim.traces.run.RunFailure;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.Trial;
import trn2sim.traces.scenario.Scenario;

/**
 * Looks for the nearest sizes at which the advice to fuse changes: one of the shape's dimensions or
 * the number of ranks doubled, or halved once or twice, all else equal.
 */
public final class FlipSearch {
  /**
   * What the advice would be with one key at another size.
   *
   * @param originalFails why the original of the kernel would fail there, if it would
   */
  public record Flip(String key, long size, double speedup, Optional<String> originalFails) {
    public Advice advice() {
      return Advice.of(speedup);
    }
  }

  private static final String RANKS = "ranks.tp";
  private static final String SHAPE = "shape.";
  private static final int FARTHEST_DOWN = 4;
  private static final int FARTHEST_UP = 2;
  private static final long MOST_INSTRUCTIONS = 60_000;

  private final Scenario scenario;
  private final Advice now;

  private FlipSearch(Scenario scenario, Advice now) {
    this.scenario = scenario;
    this.now = now;
  }

  /** Nothing for runs without a baseline, and for those too large to be repeated on the side. */
  public static Optional<List<Flip>> of(RunResult result) {
    boolean searchable =
        result.views().map(v -> v.hasSequential()).orElse(false)
            && result.instructions() <= MOST_INSTRUCTIONS;
    if (!searchable || !result.scenario().kernel().settings().contains(Setting.WHAT_IF)) {
      return Optional.empty();
    }
    Advice now = Advice.of(result.views().get().speedup());
    return Optional.of(new FlipSearch(result.scenario(), now).flips());
  }

  private List<Flip> flips() {
    Map<String, Long> sizes = new LinkedHashMap<>();
    sizes.put(RANKS, (long) scenario.ranks().tp());
    scenario
        .shape()
        .values()
        .forEach((name, value) -> sizes.put(SHAPE + name, value instanceof Long n ? n : 0L));
    return sizes.entrySet().parallelStream()
        .filter(size -> size.getValue() > 0)
        .map(size -> nearest(size.getKey(), size.getValue()))
        .flatMap(List::stream)
        .toList();
  }

  /** The nearest flip downwards and the nearest upwards. */
  private List<Flip> nearest(String key, long size) {
    List<Flip> found = new ArrayList<>();
    for (boolean up : new boolean[] {false, true}) {
      for (int factor = 2; factor <= (up ? FARTHEST_UP : FARTHEST_DOWN); factor *= 2) {
        if (!up && size % factor != 0) {
          break;
        }
        long there = up ? size * factor : size / factor;
        Scenario changed = with(key, there);
        OptionalDouble speedup = speedup(changed);
        if (speedup.isEmpty()) {
          break;
        }
        if (Advice.of(speedup.getAsDouble()) != now) {
          found.add(new Flip(key, there, speedup.getAsDouble(), originalFails(changed)));
          break;
        }
      }
    }
    return found;
  }

  private static Optional<String> originalFails(Scenario there) {
    return there.kernel().path(there.request()).flatMap(PathChoice::originalFails);
  }

  private Scenario with(String key, long size) {
    if (key.equals(RANKS)) {
      Ranks now = scenario.ranks();
      Ranks ranks = new Ranks(Math.toIntExact(size), now.groups(), now.lnc());
      return scenario.with(scenario.shape(), ranks);
    }
    String dimension = key.substring(SHAPE.length());
    return scenario.with(scenario.shape().with(dimension, size), scenario.ranks());
  }

  /** Nothing where the kernel refuses, memory runs out or the run would take too long. */
  private static OptionalDouble speedup(Scenario there) {
    try {
      return Attempt.of(there, () -> simulate(there));
    } catch (SpecException | RunFailure | NkiException refused) {
      return OptionalDouble.empty();
    }
  }

  private static OptionalDouble simulate(Scenario there) {
    Trial trial = new Trial(there);
    boolean small = trial.instructions().orElse(Long.MAX_VALUE) <= MOST_INSTRUCTIONS;
    return small ? trial.speedup() : OptionalDouble.empty();
  }
}
