package trn2sim.hw.isa;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
   * Pairs of members that the program names, which have to form one ring (NKI documentation,
   * collectives: source_target_pairs).
   */
  record Pairs(List<Pair> pairs) implements Partners {
    public Pairs {
      pairs = List.copyOf(pairs);
    }

    @Override
    public String opcode() {
      return "collective_permute";
    }

    /** The members in the order in which data travels, or none if the pairs form no single ring. */
    public Optional<List<Integer>> ring() {
      List<Integer> ring = new ArrayList<>();
      int next = pairs.isEmpty() ? 0 : pairs.get(0).source;
      for (int step = 0; step < pairs.size(); step++) {
        int member = next;
        List<Pair> sends = pairs.stream().filter(pair -> pair.source == member).toList();
        if (sends.size() != 1 || ring.contains(member)) {
          return Optional.empty();
        }
        ring.add(member);
        next = sends.get(0).target;
      }
      boolean closed = !ring.isEmpty() && next == ring.get(0);
      return closed ? Optional.of(List.copyOf(ring)) : Optional.empty();
    }
  }

  /** The other core of the same rank, which runs the same program. */
  record OtherCore() implements Partners {
    @Override
    public String opcode() {
      return "sendrecv";
    }
  }
}
