package trn2sim.kernels.api;

import java.util.List;
import java.util.Optional;

/**
 * Where in the author's files the steps of a script come from.
 *
 * @param places the places, each as the calls that led there
 * @param placeOf by the number a step has as its source: which place, or negative for none
 * @param remarks what a reader of the result should know about the source
 */
public record SourceLines(List<Place> places, List<Integer> placeOf, List<String> remarks) {
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
    remarks = List.copyOf(remarks);
  }

  /** The place of a step, by the number it has as its source. */
  public Optional<Place> of(int source) {
    boolean known = source < placeOf.size() && placeOf.get(source) >= 0;
    return known ? Optional.of(places.get(placeOf.get(source))) : Optional.empty();
  }
}
