package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.PathChoice;
import trn2sim.kernels.api.Settings;
import trn2sim.traces.scenario.Scenario;

/** At which sizes a kernel's path rule would decide otherwise, one dimension at a time. */
public final class PathFlips {
  private static final int TILE = 128;
  private static final int TRIES = 2048;

  /** The nearest size of a dimension at which the decision changes, and what it is there. */
  public record Flip(String dimension, long size, PathChoice choice) {}

  private PathFlips() {}

  public static List<Flip> of(Scenario scenario) {
    List<Flip> flips = new ArrayList<>();
    Optional<PathChoice> now = choice(scenario, scenario.shape());
    if (now.isPresent()) {
      for (String dimension : scenario.shape().values().keySet()) {
        nearest(scenario, dimension, now.get().rule()).ifPresent(flips::add);
      }
    }
    return flips;
  }

  /** Looks at growing distances, up and down, in steps that keep whole tiles per rank. */
  private static Optional<Flip> nearest(Scenario scenario, String dimension, String rule) {
    boolean whole = dimension.equals("M") || dimension.equals("N");
    long step = (long) TILE * (whole ? scenario.ranks().tp() : 1);
    long current = scenario.shape().integer(dimension);
    for (int i = 1; i <= TRIES; i++) {
      for (long size : new long[] {current + i * step, current - i * step}) {
        if (size > 0) {
          Optional<PathChoice> there = choice(scenario, scenario.shape().with(dimension, size));
          if (there.isPresent() && !there.get().rule().equals(rule)) {
            return Optional.of(new Flip(dimension, size, there.get()));
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<PathChoice> choice(Scenario scenario, Settings shape) {
    try {
      return scenario.kernel().path(scenario.request().with(shape));
    } catch (KernelException refused) {
      return Optional.empty();
    }
  }
}
