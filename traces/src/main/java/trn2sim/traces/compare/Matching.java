package trn2sim.traces.compare;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Which instruction of one run is which of another, on one engine: the first of a kind is the first
 * of it there, and so on. Source statements count where both runs have the same ones; what is left
 * over is matched by opcode alone, in order.
 */
final class Matching {
  static final int NOBODY = -1;

  private final int[] partner;
  private final boolean[] taken;

  Matching(List<Kind> a, List<Kind> b) {
    partner = new int[a.size()];
    Arrays.fill(partner, NOBODY);
    taken = new boolean[b.size()];
    for (UnaryOperator<Kind> key : keys(a, b)) {
      match(a, b, key);
    }
  }

  private static List<UnaryOperator<Kind>> keys(List<Kind> a, List<Kind> b) {
    List<UnaryOperator<Kind>> keys = new ArrayList<>();
    if (statements(a).equals(statements(b))) {
      keys.add(UnaryOperator.identity());
    }
    keys.add(Kind::withoutStatement);
    keys.add(Kind::opcodeAlone);
    return keys;
  }

  private static Set<Integer> statements(List<Kind> kinds) {
    Set<Integer> statements = new HashSet<>();
    kinds.forEach(kind -> statements.add(kind.statement()));
    return statements;
  }

  private void match(List<Kind> a, List<Kind> b, UnaryOperator<Kind> key) {
    Map<Kind, Deque<Integer>> free = new HashMap<>();
    for (int i = 0; i < taken.length; i++) {
      if (!taken[i]) {
        free.computeIfAbsent(key.apply(b.get(i)), k -> new ArrayDeque<>()).add(i);
      }
    }
    for (int i = 0; i < partner.length; i++) {
      if (partner[i] == NOBODY) {
        Deque<Integer> candidates = free.get(key.apply(a.get(i)));
        Integer found = candidates == null ? null : candidates.poll();
        if (found != null) {
          partner[i] = found;
          taken[found] = true;
        }
      }
    }
  }

  /** The instruction of the second run that is this one of the first, or {@link #NOBODY}. */
  int partner(int number) {
    return partner[number];
  }

  /** Whether one of the second run has a partner. */
  boolean taken(int number) {
    return taken[number];
  }
}
