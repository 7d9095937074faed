package trn2sim.kernels.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where in the author's files the steps of a script come from.
 *
 * @param places the places, each as the calls that led there
 * @param placeOf by the number a step has as its source: which place, or negative for none
 * @param loops the runs of the author's loops
 * @param loopOf by the same number: the innermost of those runs, or negative for none
 * @param remarks what a reader of the result should know about the source
 * @param inserted how many steps were put in that the source does not have
 * @param dropped how many instructions of the source were left out
 */
public record SourceLines(
    List<Place> places,
    List<Integer> placeOf,
    List<Loop> loops,
    List<Integer> loopOf,
    List<String> remarks,
    long inserted,
    long dropped) {
  /**
   * One run of a loop.
   *
   * @param around the run of the loop around it, or negative for none
   */
  public record Loop(String file, int line, int around) {
    /** The same run when others stand before it. */
    public Loop after(int others) {
      return around < 0 ? this : new Loop(file, line, around + others);
    }
  }

  /** A line of a function. */
  public record Frame(String file, int line, String function) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  /** The calls that led to an instruction, the innermost first. */
  public record Place(List<Frame> calls) {
    public Place {
      calls = List.copyOf(calls);
    }

    public Frame innermost() {
      return calls.get(0);
    }
  }

  public SourceLines {
    places = List.copyOf(places);
    placeOf = List.copyOf(placeOf);
    loops = List.copyOf(loops);
    loopOf = List.copyOf(loopOf);
    remarks = List.copyOf(remarks);
  }

  /** The loops around a step, by the number it has as its source, the innermost first. */
  public List<Loop> loopsAround(int source) {
    List<Loop> around = new ArrayList<>();
    Optional<Loop> loop = loop(source);
    while (loop.isPresent()) {
      around.add(loop.get());
      loop = run(loop.get().around);
    }
    return around;
  }

  /** The innermost of them. */
  public Optional<Loop> loop(int source) {
    return source < loopOf.size() ? run(loopOf.get(source)) : Optional.empty();
  }

  private Optional<Loop> run(int loop) {
    return loop < 0 ? Optional.empty() : Optional.of(loops.get(loop));
  }

  /** The place of a step, by the number it has as its source. */
  public Optional<Place> of(int source) {
    boolean known = source < placeOf.size() && placeOf.get(source) >= 0;
    return known ? Optional.of(places.get(placeOf.get(source))) : Optional.empty();
  }
}
