package trn2sim.traces.search;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.scenario.Scenario;

/** At which sizes a kernel's path rule would decide otherwise, one dimension at a time. */
public final class PathFlips {
  private static final int TILE = 128;
  private static final int TRIES = 2048;

  /**
   * The nearest size of a dimension at which the decision changes, and what it is there.
   *
   * @param up whether it changes for larger sizes, else for smaller ones
   */
  public record Flip(String dimension, long size, boolean up, PathChoice choice) {}

  private final Scenario scenario;
  private final String dimension;
  private final String rule;
  private final long current;

  private PathFlips(Scenario scenario, String dimension, String rule) {
    this.scenario = scenario;
    this.dimension = dimension;
    this.rule = rule;
    this.current = scenario.shape().integer(dimension);
  }

  /** Of each dimension the nearest below and the nearest above, where there are such. */
  public static List<Flip> of(Scenario scenario) {
    Optional<PathChoice> here = scenario.kernel().path(scenario.request());
    if (here.isEmpty()) {
      return List.of();
    }
    return scenario.shape().values().keySet().stream()
        .flatMap(dimension -> new PathFlips(scenario, dimension, here.get().rule()).nearest())
        .toList();
  }

  private Stream<Flip> nearest() {
    long step = step();
    return step == 0
        ? Stream.empty()
        : Stream.of(nearest(-step), nearest(step)).flatMap(Optional::stream);
  }

  /** The distance between sizes that the kernel takes, or 0. */
  private long step() {
    for (long step = 1; step <= (long) TILE * scenario.ranks().tp(); step++) {
      if (choice(current + step).isPresent() || choice(current - step).isPresent()) {
        return step;
      }
    }
    return 0;
  }

  /**
   * Strides of about a tile to the first that decides otherwise, and of the last one every size.
   */
  private Optional<Flip> nearest(long step) {
    long stride = step * Math.max(1, TILE / Math.abs(step));
    for (int i = 1; i <= TRIES; i++) {
      long end = current + i * stride;
      if (end <= 0 || other(end).isPresent()) {
        return first(end - stride, step, stride / step);
      }
    }
    return Optional.empty();
  }

  private Optional<Flip> first(long from, long step, long steps) {
    for (int i = 1; i <= steps; i++) {
      long size = from + i * step;
      Optional<PathChoice> other = other(size);
      if (other.isPresent()) {
        return Optional.of(new Flip(dimension, size, step > 0, other.get()));
      }
    }
    return Optional.empty();
  }

  /** The decision there, if it is another one. */
  private Optional<PathChoice> other(long size) {
    return choice(size).filter(there -> !there.rule().equals(rule));
  }

  private Optional<PathChoice> choice(long size) {
    if (size <= 0) {
      return Optional.empty();
    }
    try {
      return scenario
          .kernel()
          .path(scenario.request().with(scenario.shape().with(dimension, size)));
    } catch (KernelException refused) {
      return Optional.empty();
    }
  }
}
