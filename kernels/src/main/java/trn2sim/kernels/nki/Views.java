package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.memory.Register;
import trn2sim.kernels.nki.View.Dim;

/** Turns views of tensors into operands. */
final class Views {
  private static final int MOST_LOOPS = 4;

  private final Tensors tensors;
  private final Map<Integer, Register> registers = new HashMap<>();

  Views(Tensors tensors) {
    this.tensors = tensors;
  }

  void register(int number, Register register) {
    registers.put(number, register);
  }

  Buffer buffer(View view) {
    return tensors.get(view.tensor());
  }

  /**
   * The operand that a view stands for. On chip its first dimension runs over partitions; in HBM it
   * makes the rows of the operand, whatever their distance.
   */
  Access of(View view) {
    Buffer buffer = buffer(view);
    if (view.dtype().isPresent()) {
      throw new UnsupportedException(
          buffer.name() + " read as " + view.dtype().get() + " is not simulated");
    }
    List<Dim> dims = buffer.onChip() ? view.dims() : trimmed(view.dims());
    boolean oneRow = !buffer.onChip() && dims.size() < 2;
    Dim rows = oneRow ? new Dim(buffer.cols(), 1) : dims.get(0);
    Pattern pattern = pattern(buffer, oneRow ? dims : dims.subList(1, dims.size()));
    int pitch = rows.count() == 1 ? buffer.cols() : stride(buffer, rows);
    Access access =
        new Access(
            buffer,
            Math.toIntExact(view.offset() / buffer.cols()),
            Math.toIntExact(rows.count()),
            (int) (view.offset() % buffer.cols()),
            pattern,
            pitch,
            Optional.empty());
    return view.dynamic().map(dynamic -> moved(access, dynamic)).orElse(access);
  }

  /** The operand seen in so many rows, which may be several dimensions of the view. */
  Access of(View view, int rows) {
    List<Dim> dims = new ArrayList<>(view.dims());
    while (dims.size() > 2 && dims.get(0).count() < rows) {
      Dim outer = dims.remove(0);
      Dim inner = dims.get(0);
      if (outer.count() > 1 && outer.stride() != inner.stride() * inner.count()) {
        throw new UnsupportedException(buffer(view).name() + " is not in " + rows + " equal rows");
      }
      dims.set(0, new Dim(inner.stride(), outer.count() * inner.count()));
    }
    return of(new View(view.tensor(), view.offset(), dims, view.dynamic(), view.dtype()));
  }

  /** Without leading dimensions of one element. */
  private static List<Dim> trimmed(List<Dim> dims) {
    int first = 0;
    while (dims.size() - first > 2 && dims.get(first).count() == 1) {
      first++;
    }
    return dims.subList(first, dims.size());
  }

  private Access moved(Access access, View.Dynamic dynamic) {
    Register register = dynamic.kind().equals("r") ? registers.get(dynamic.id()) : null;
    if (register == null) {
      throw new UnsupportedException(
          access.buffer().name() + " at a place that a tensor or a loaded register holds");
    }
    int cols = access.buffer().cols();
    if (dynamic.unit() % cols != 0) {
      throw new UnsupportedException(
          String.format(
              Locale.ROOT,
              "%s moved at run time by multiples of %d elements, which are no whole rows of %d",
              access.buffer().name(),
              dynamic.unit(),
              cols));
    }
    return access.offsetBy(register, Math.toIntExact(dynamic.unit() / cols));
  }

  /** Loops over single elements are left out, loops that go on where the inner one ends merged. */
  private static Pattern pattern(Buffer buffer, List<Dim> dims) {
    List<Pattern.Dim> loops = new ArrayList<>();
    for (Dim dim : dims) {
      if (dim.count() == 1) {
        continue;
      }
      Pattern.Dim loop = new Pattern.Dim(stride(buffer, dim), Math.toIntExact(dim.count()));
      int last = loops.size() - 1;
      if (last >= 0 && loops.get(last).stride() == loop.stride() * loop.count()) {
        loops.set(last, new Pattern.Dim(loop.stride(), loops.get(last).count() * loop.count()));
      } else {
        loops.add(loop);
      }
    }
    if (loops.isEmpty()) {
      loops.add(new Pattern.Dim(1, 1));
    }
    if (loops.size() > MOST_LOOPS) {
      throw new UnsupportedException(
          buffer.name() + " in " + loops.size() + " dimensions, " + MOST_LOOPS + " at most");
    }
    return new Pattern(loops);
  }

  private static int stride(Buffer buffer, Dim dim) {
    if (dim.stride() < 0) {
      throw new UnsupportedException(buffer.name() + " backwards is not simulated");
    }
    return Math.toIntExact(dim.stride());
  }
}
