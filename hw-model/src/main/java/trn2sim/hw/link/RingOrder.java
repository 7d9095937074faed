package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;

/** A cyclic order of ranks: each sends to its successor and receives from its predecessor. */
public record RingOrder(List<Integer> ranks) {
  public RingOrder {
    ranks = List.copyOf(ranks);
  }

  /** Returns the number of ranks. */
  public int size() {
    return ranks.size();
  }

  /** Returns the rank that a rank sends to. */
  public int successor(int rank) {
    return at(position(rank) + 1);
  }

  /** Returns the rank that a rank receives from. */
  public int predecessor(int rank) {
    return predecessor(1, rank);
  }

  /** Returns the i-th predecessor: whose data a rank processes in iteration i; 0 is the rank. */
  public int predecessor(int i, int rank) {
    return at(position(rank) - i);
  }

  /** Returns the processing order of a rank: itself, its predecessor, the predecessor's, ... */
  List<Integer> orderFrom(int rank) {
    int start = position(rank);
    List<Integer> order = new ArrayList<>(size());
    for (int i = 0; i < size(); i++) {
      order.add(at(start - i));
    }
    return List.copyOf(order);
  }

  private int position(int rank) {
    int position = ranks.indexOf(rank);
    if (position < 0) {
      throw new IllegalArgumentException("rank " + rank + " is not in the ring " + ranks);
    }
    return position;
  }

  private int at(int position) {
    return ranks.get(Math.floorMod(position, size()));
  }
}
