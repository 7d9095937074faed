package trn2sim.hw.collective;

import java.util.Arrays;
import java.util.List;

/**
 * When the parts of a collective were where, on one channel: complete at a rank once all that have
 * to contribute did, and in the hands of a rank once handed out to it.
 */
final class Parts {
  static final long UNKNOWN = -1;

  private final List<Integer> ranks;
  private final int[][] missing;
  private final long[][] complete;
  private final long[][] inHand;
  private final boolean reducesFirst;

  Parts(List<Integer> ranks, List<Move> moves) {
    this.ranks = ranks;
    int size = ranks.size();
    missing = new int[size][size];
    complete = unknown(size);
    inHand = unknown(size);
    reducesFirst = moves.stream().anyMatch(Move::reduces);
    for (Move move : moves) {
      if (move.reduces()) {
        move.parts().forEach(part -> missing[index(move.targets().get(0))][index(part)]++);
      }
    }
  }

  private static long[][] unknown(int size) {
    long[][] times = new long[size][size];
    for (long[] row : times) {
      Arrays.fill(row, UNKNOWN);
    }
    return times;
  }

  /** The rank is there, with its own contribution to every part, and its part to hand out. */
  void arrived(int rank, long atPs) {
    int at = index(rank);
    for (int part = 0; part < ranks.size(); part++) {
      if (missing[at][part] == 0) {
        complete[at][part] = atPs;
      }
    }
    if (!reducesFirst) {
      inHand[at][at] = atPs;
    }
  }

  void moved(Move move, long endPs) {
    for (int target : move.targets()) {
      for (int part : move.parts()) {
        if (move.reduces()) {
          reduced(index(target), index(part), endPs);
        } else {
          inHand[index(target)][index(part)] = endPs;
        }
      }
    }
  }

  private void reduced(int target, int part, long endPs) {
    if (--missing[target][part] == 0) {
      complete[target][part] = endPs;
      if (target == part) {
        inHand[target][part] = endPs;
      }
    }
  }

  /** When the last source had what the move takes from it, or unknown. */
  long ready(Move move) {
    long ready = 0;
    for (int source : move.sources()) {
      for (int part : move.parts()) {
        long at = (move.reduces() ? complete : inHand)[index(source)][index(part)];
        if (at == UNKNOWN) {
          return UNKNOWN;
        }
        ready = Math.max(ready, at);
      }
    }
    return ready;
  }

  private int index(int rank) {
    return ranks.indexOf(rank);
  }
}
