package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import trn2sim.hw.Tensors;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

/** What the derivation keeps orders exactly what comparing every pair would order. */
class DependenciesPropertyTest {
  private static final int STREAMS = 4;
  private static final int COLUMNS = 64;
  private static final int BANK_COLUMNS = 16;

  /** One operand. */
  record Touch(int buffer, int row, int rows, int col, int cols, boolean write) {
    Access of(List<Buffer> buffers) {
      return buffers.get(buffer).slice(row, rows, col, cols);
    }
  }

  /** One instruction. */
  record Step(int stream, List<Touch> touches) {
    List<Access> accesses(List<Buffer> buffers, boolean write) {
      return touches.stream().filter(t -> t.write == write).map(t -> t.of(buffers)).toList();
    }
  }

  @Provide
  Arbitrary<List<Step>> programs() {
    Arbitrary<Touch> touch =
        Combinators.combine(
                Arbitraries.integers().between(0, 2),
                Arbitraries.integers().between(0, 5),
                Arbitraries.integers().between(1, 3),
                Arbitraries.integers().between(0, COLUMNS - 32),
                Arbitraries.integers().between(1, 32),
                Arbitraries.of(true, false))
            .as(Touch::new);
    return Combinators.combine(
            Arbitraries.integers().between(0, STREAMS - 1), touch.list().ofMinSize(1).ofMaxSize(3))
        .as(Step::new)
        .list()
        .ofMinSize(2)
        .ofMaxSize(40);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void sameTransitiveOrderAsAllPairs(@ForAll("programs") List<Step> steps) {
    Tensors tensors = new Tensors();
    tensors.sbuf("s", DType.FP32, 8, COLUMNS);
    tensors.psum("p", DType.FP32, 8, COLUMNS);
    tensors.hbm("h", DType.FP32, 8, COLUMNS);
    List<Buffer> buffers = tensors.buffers();
    Dependencies dependencies = new Dependencies(buffers, STREAMS, BANK_COLUMNS * 4);
    List<int[]> derived = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      derived.add(
          dependencies.of(
              new Dependencies.Task(i, step.stream, 1),
              step.accesses(buffers, false),
              step.accesses(buffers, true)));
    }
    BitSet[] before = closure(steps, derived);
    for (int later = 0; later < steps.size(); later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        boolean needed = mustWait(steps.get(earlier), steps.get(later), buffers);
        boolean waits = waits(steps, derived, before, earlier, later);
        assertTrue(!needed || waits, later + " must wait for " + earlier);
      }
    }
    for (int later = 0; later < steps.size(); later++) {
      for (int earlier : derived.get(later)) {
        boolean needed = mustWait(steps.get(earlier), steps.get(later), buffers);
        assertTrue(needed, later + " need not wait for " + earlier);
      }
    }
  }

  /** What is done once a task is done: its dependencies, and what its stream did before. */
  private static BitSet[] closure(List<Step> steps, List<int[]> derived) {
    BitSet[] before = new BitSet[steps.size()];
    for (int i = 0; i < before.length; i++) {
      before[i] = new BitSet();
      before[i].set(i);
      for (int task : derived.get(i)) {
        before[i].or(before[task]);
      }
      for (int task = 0; task < i; task++) {
        if (steps.get(task).stream == steps.get(i).stream) {
          before[i].or(before[task]);
        }
      }
    }
    return before;
  }

  /** A stream starts in order, so it has waited for whatever an earlier one of it waited for. */
  private static boolean waits(
      List<Step> steps, List<int[]> derived, BitSet[] before, int earlier, int later) {
    int stream = steps.get(later).stream;
    if (stream == steps.get(earlier).stream) {
      return waitsFor(derived.get(later), before, earlier);
    }
    for (int task = earlier + 1; task <= later; task++) {
      if (steps.get(task).stream == stream && waitsFor(derived.get(task), before, earlier)) {
        return true;
      }
    }
    return false;
  }

  private static boolean waitsFor(int[] derived, BitSet[] before, int earlier) {
    for (int task : derived) {
      if (before[task].get(earlier)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mustWait(Step earlier, Step later, List<Buffer> buffers) {
    boolean same = earlier.stream == later.stream;
    for (Touch a : earlier.touches) {
      for (Touch b : later.touches) {
        boolean bank = buffers.get(a.buffer).space() == MemorySpace.PSUM && !same;
        boolean meet = a.buffer == b.buffer && (bank ? sameBank(a, b) : overlap(a, b));
        boolean conflict = bank || (same ? a.write && !b.write : a.write || b.write);
        if (meet && conflict) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean overlap(Touch a, Touch b) {
    return a.row < b.row + b.rows
        && b.row < a.row + a.rows
        && a.col < b.col + b.cols
        && b.col < a.col + a.cols;
  }

  private static boolean sameBank(Touch a, Touch b) {
    return a.col / BANK_COLUMNS <= (b.col + b.cols - 1) / BANK_COLUMNS
        && b.col / BANK_COLUMNS <= (a.col + a.cols - 1) / BANK_COLUMNS;
  }
}
