package trn2sim.hw.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Whom a core exchanges data with in a permute. */
public sealed interface Partners {
  /** The operation's name, which tells how the partners are given. */
  String opcode();

  /** The neighbours on the ring that the runtime has laid out for the channel. */
  record Neighbours() implements Partners {
    @Override
    public String opcode() {
      return "collective_permute_implicit";
    }
  }

  /** One member of a group sends to another. */
  record Pair(int source, int target) {}

  /**
   * Pairs of members that the program names: each sends once and receives once (NKI documentation,
   * nki.collectives.collective_permute: pairwise swaps, arbitrary shuffles).
   */
  record Pairs(List<Pair> pairs) implements Partners {
    public Pairs {
      pairs = List.copyOf(pairs);
    }

    @Override
    public String opcode() {
      return "collective_permute";
    }

    /** Whether each of so many members sends once and receives once. */
    public boolean joins(int members) {
      List<Integer> all = IntStream.range(0, members).boxed().toList();
      return pairs.stream().map(Pair::source).sorted().toList().equals(all)
          && pairs.stream().map(Pair::target).sorted().toList().equals(all);
    }

    /** The members that data passes on its way from one of them back to it, beginning there. */
    public List<Integer> ring(int member) {
      List<Integer> ring = new ArrayList<>();
      int next = member;
      do {
        ring.add(next);
        int from = next;
        next = pairs.stream().filter(pair -> pair.source == from).findFirst().orElseThrow().target;
      } while (next != member);
      return List.copyOf(ring);
    }
  }

  /**
   * The other core of the same rank. Exchanges of one pipe meet in their order; pipes do not wait
   * for each other (NKI documentation, nki.isa.sendrecv).
   */
  record OtherCore(int pipe) implements Partners {
    @Override
    public String opcode() {
      return "sendrecv";
    }
  }
}
