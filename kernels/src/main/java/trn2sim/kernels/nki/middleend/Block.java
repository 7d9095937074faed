package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.UnsupportedException;
import trn2sim.kernels.nki.stream.View;

/**
 * The instructions of a program with what they name.
 *
 * @param tensors the tensors by number
 * @param independent by the number of a loop's run: whether its iterations are independent
 */
public record Block(
    List<Call> calls, Map<Integer, Declaration> tensors, List<Boolean> independent) {
  /** Bytes of a partition of SBUF on the chips that the compiler of the older dialect knows. */
  static final long SBUF = 192 * 1024;

  /** Other calls with the same tensors. */
  Block with(List<Call> others) {
    return new Block(others, tensors, independent);
  }

  /** All but the calls at some places. */
  Block without(IntPredicate dropped) {
    return with(
        IntStream.range(0, calls.size()).filter(dropped.negate()).mapToObj(calls::get).toList());
  }

  /** Where tensors are used: places of calls, in order. */
  record Uses(Map<Integer, List<Integer>> reads, Map<Integer, List<Integer>> writes) {
    List<Integer> readsOf(int tensor) {
      return reads.getOrDefault(tensor, List.of());
    }

    List<Integer> writesOf(int tensor) {
      return writes.getOrDefault(tensor, List.of());
    }

    /** The last call that reads or writes a tensor which is written. */
    int lastOf(int tensor) {
      List<Integer> reads = readsOf(tensor);
      List<Integer> writes = writesOf(tensor);
      int written = writes.get(writes.size() - 1);
      return reads.isEmpty() ? written : Math.max(written, reads.get(reads.size() - 1));
    }

    /** Whether a call between two places, both excluded, is among these. */
    static boolean between(List<Integer> places, int first, int last) {
      return places.stream().anyMatch(place -> place > first && place < last);
    }
  }

  Uses uses() {
    Map<Integer, List<Integer>> reads = new HashMap<>();
    Map<Integer, List<Integer>> writes = new HashMap<>();
    for (int place = 0; place < calls.size(); place++) {
      note(reads, calls.get(place).inputs(), place);
      note(writes, calls.get(place).outputs(), place);
    }
    return new Uses(reads, writes);
  }

  private static void note(Map<Integer, List<Integer>> uses, List<View> views, int place) {
    views.forEach(view -> uses.computeIfAbsent(view.tensor(), t -> new ArrayList<>()).add(place));
  }

  Declaration tensor(View view) {
    return tensor(tensors, view);
  }

  static Declaration tensor(Map<Integer, Declaration> tensors, View view) {
    Declaration found = tensors.get(view.tensor());
    if (found == null) {
      throw new UnsupportedException(
          "tensor " + view.tensor() + ", which the stream does not declare");
    }
    return found;
  }

  /** Whether the iterations of a loop's run are independent; streams need not name loops. */
  private boolean isIndependent(int run) {
    return run >= 0 && run < independent.size() && independent.get(run);
  }

  /** The run of the loop around a call, if its iterations are independent. */
  Optional<Integer> independentRun(Call call) {
    return call.integers("loop").stream().limit(1).filter(this::isIndependent).findFirst();
  }

  boolean in(View view, String space) {
    return tensor(view).space().equals(space);
  }

  /** A tile that the compiler places, seen in its own type at a place known beforehand. */
  boolean isPlain(View view) {
    Declaration tensor = tensor(view);
    return view.dynamic().isEmpty()
        && view.dtype().isEmpty()
        && tensor.place().isEmpty()
        && tensor.fill().isEmpty()
        && tensor.role().equals("scratch");
  }

  /** Elements of a partition of a tile on chip. */
  static long pitch(Declaration tile) {
    return tile.size() / tile.shape().get(0);
  }

  /** Whether a view is all of its tile, in the tile's own order. */
  boolean isWhole(View view) {
    Declaration tile = tensor(view);
    long inner = 1;
    for (int d = view.dims().size() - 1; d >= 0; d--) {
      View.Dim dim = view.dims().get(d);
      if (dim.count() > 1 && dim.stride() != inner) {
        return false;
      }
      inner *= dim.count();
    }
    return view.offset() == 0 && inner == tile.size();
  }
}
