package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Region;

/**
 * The steps of a ring, which a recorded kernel does not name, told from where its data comes from:
 * what a permute receives is one step further than what it sends, and what is copied or transposed
 * stays as far as it is. A product belongs to the step of its operand, and is no fragment itself.
 */
final class RingFragments {
  private static final int NONE = -1;

  /** A part of a buffer that holds the fragment of a step. */
  private record Part(Region region, int step) {}

  private final Map<Integer, List<Part>> parts = new HashMap<>();
  private final Map<Integer, List<Region>> own;

  /**
   * @param own where the fragment lies that a rank begins with, by buffer
   */
  private RingFragments(Map<Integer, List<Region>> own) {
    this.own = own;
    own.forEach((buffer, regions) -> regions.forEach(region -> add(buffer, new Part(region, 0))));
  }

  /** The same steps with those of the ring, or as they are if no fragments are multiplied. */
  static List<Script.Step> marked(List<Script.Step> steps) {
    if (steps.stream().filter(step -> goesRound(step.instruction())).count() < 2) {
      return steps;
    }
    int[] unknown = new RingFragments(Map.of()).numbers(steps);
    int[] found = new RingFragments(own(steps, unknown)).numbers(steps);
    long multiplied =
        IntStream.range(0, found.length)
            .filter(i -> found[i] != NONE && multiplies(steps.get(i).instruction()))
            .map(i -> found[i])
            .distinct()
            .count();
    return multiplied < 2
        ? steps
        : IntStream.range(0, found.length).mapToObj(i -> with(steps.get(i), found[i])).toList();
  }

  private static boolean goesRound(Instruction instruction) {
    return instruction instanceof CollectivePermute permute
        && !(permute.partners() instanceof Partners.OtherCore);
  }

  private static boolean multiplies(Instruction instruction) {
    return instruction instanceof NcMatmul || instruction instanceof NcTranspose;
  }

  /** What is sent though nobody sent it before, and what that was made of element by element. */
  private static Map<Integer, List<Region>> own(List<Script.Step> steps, int[] numbers) {
    Map<Integer, List<Region>> own = new HashMap<>();
    for (int i = steps.size() - 1; i >= 0; i--) {
      Cancellation.check();
      Instruction made = steps.get(i).instruction();
      if (goesRound(made) && numbers[i] == 1) {
        made.reads().forEach(read -> add(own, read));
      } else if (numbers[i] == NONE && !(made instanceof NcMatmul)) {
        for (Access written : made.writes()) {
          if (overlaps(own, written)) {
            made.reads().stream()
                .filter(read -> size(read) == size(written))
                .forEach(read -> add(own, read));
          }
        }
      }
    }
    return own;
  }

  private static long size(Access access) {
    return (long) access.rows() * access.elements();
  }

  private static void add(Map<Integer, List<Region>> own, Access read) {
    List<Region> regions = own.computeIfAbsent(read.buffer().id(), id -> new ArrayList<>());
    if (!regions.contains(read.region())) {
      regions.add(read.region());
    }
  }

  private static boolean overlaps(Map<Integer, List<Region>> own, Access access) {
    List<Region> regions = own.getOrDefault(access.buffer().id(), List.of());
    return !regions.isEmpty() && regions.stream().anyMatch(access.region()::overlaps);
  }

  private int[] numbers(List<Script.Step> steps) {
    int[] numbers = new int[steps.size()];
    Arrays.fill(numbers, NONE);
    for (int i = 0; i < numbers.length; i++) {
      Cancellation.check();
      Instruction instruction = steps.get(i).instruction();
      int read = instruction.reads().stream().mapToInt(this::step).max().orElse(NONE);
      numbers[i] = goesRound(instruction) ? Math.max(0, read) + 1 : read;
      int written = instruction instanceof NcMatmul ? NONE : numbers[i];
      instruction.writes().forEach(access -> write(access, written));
    }
    return numbers;
  }

  /** The last step that has something in what is read. */
  private int step(Access access) {
    List<Part> held = parts.getOrDefault(access.buffer().id(), List.of());
    if (held.isEmpty()) {
      return NONE;
    }
    Region region = access.region();
    return held.stream()
        .filter(part -> part.region.overlaps(region))
        .mapToInt(Part::step)
        .max()
        .orElse(NONE);
  }

  private void write(Access access, int step) {
    int buffer = access.buffer().id();
    int now = step == NONE && overlaps(own, access) ? 0 : step;
    if (now == NONE && !parts.containsKey(buffer)) {
      return;
    }
    Region region = access.region();
    parts.getOrDefault(buffer, new ArrayList<>()).removeIf(part -> region.covers(part.region));
    if (now != NONE) {
      add(buffer, new Part(region, now));
    }
  }

  private void add(int buffer, Part part) {
    parts.computeIfAbsent(buffer, id -> new ArrayList<>()).add(part);
  }

  private static Script.Step with(Script.Step step, int number) {
    return new Script.Step(
        step.instruction(), step.waits(), step.signals(), number, step.freedom(), step.source());
  }
}
