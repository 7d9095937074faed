package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.memory.Register;
import trn2sim.kernels.nki.stream.UnsupportedException;
import trn2sim.kernels.nki.stream.View;
import trn2sim.kernels.nki.stream.View.Dim;

/** Turns views of tensors into operands. */
final class Views {
  private final Tensors tensors;
  private final Map<Integer, Register> registers = new HashMap<>();
  private final Map<Integer, Buffer> cells = new HashMap<>();

  /** By length: most operands are one run of elements, of a few lengths. */
  private final Map<Integer, Pattern> runs = new HashMap<>();

  Views(Tensors tensors) {
    this.tensors = tensors;
  }

  /** Forgets the registers of a program. */
  void next() {
    registers.clear();
    cells.clear();
  }

  void register(int number, Register register) {
    registers.put(number, register);
  }

  /** The number of a register that the program does not write, such as the rank. */
  Optional<Access> given(int number) {
    return Optional.ofNullable(registers.get(number)).map(this::value);
  }

  /** A register that the program writes, as the tile that holds its number. */
  void cell(int number, Buffer cell) {
    cells.put(number, cell);
  }

  Buffer buffer(View view) {
    Buffer buffer = tensors.get(view.tensor());
    return view.dtype().isPresent() ? tensors.readAs(view.tensor(), view.dtype().get()) : buffer;
  }

  /** The operands that views stand for. */
  List<Access> all(List<View> several) {
    return several.stream().map(this::of).toList();
  }

  /**
   * The operand that a view stands for. On chip its first dimension runs over partitions; in HBM it
   * makes the rows of the operand, whatever their distance.
   */
  Access of(View view) {
    Buffer buffer = buffer(view);
    List<Dim> dims = buffer.onChip() ? view.dims() : trimmed(view.dims());
    boolean oneRow = !buffer.onChip() && (dims.size() < 2 || dims.get(0).stride() < 0);
    Dim rows = oneRow ? new Dim(buffer.cols(), 1) : dims.get(0);
    Pattern pattern = shared(oneRow ? dims : dims.subList(1, dims.size()));
    int pitch = rows.count() == 1 ? buffer.cols() : pitch(view, rows, buffer);
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

  /** Rows that are looked up one by one may be more than the tensor has. */
  private static int pitch(View view, Dim rows, Buffer buffer) {
    boolean apart = view.dynamic().filter(by -> by.kind().equals("v")).isPresent();
    boolean beyond = view.offset() + rows.stride() * rows.count() > buffer.size();
    return apart && beyond ? 0 : Math.toIntExact(rows.stride());
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
    Optional<Register> register =
        dynamic.kind().equals("r")
            ? Optional.ofNullable(registers.get(dynamic.id()))
            : Optional.empty();
    int cols = access.buffer().cols();
    boolean byRows = dynamic.unit() % cols == 0;
    if (register.isPresent() && byRows) {
      return access.offsetBy(register.get(), Math.toIntExact(dynamic.unit() / cols));
    }
    Access values = register.map(this::value).orElseGet(() -> values(access, dynamic));
    return access.indexedBy(values, dynamic.unit());
  }

  /** The number that a register of the machine holds, as an operand. */
  private Access value(Register register) {
    return tensors.numbersBelow(register.bound()).slice(0, 1, 0, 1).offsetBy(register, 1);
  }

  /** A tensor whose values say where an access begins: of one element, or of one for each row. */
  private Access values(Access access, View.Dynamic dynamic) {
    if (dynamic.kind().equals("r")) {
      Buffer cell = cells.get(dynamic.id());
      if (cell == null) {
        throw new UnsupportedException(
            access.buffer().name() + " at the place of a register that nothing has set");
      }
      return cell.all();
    }
    Buffer values =
        dynamic
            .dtype()
            .map(as -> tensors.readAs(dynamic.id(), as))
            .orElseGet(() -> tensors.get(dynamic.id()));
    int row = Math.toIntExact(dynamic.first() / values.cols());
    int column = Math.toIntExact(dynamic.first() % values.cols());
    boolean perRow = dynamic.kind().equals("v");
    if (perRow && values.rows() < row + access.rows()) {
      throw new UnsupportedException(
          access.buffer().name() + " gathered along another dimension than its rows");
    }
    return values.slice(row, perRow ? access.rows() : 1, column, 1);
  }

  private Pattern shared(List<Dim> dims) {
    boolean isRun = dims.size() == 1 && dims.get(0).stride() == 1;
    return isRun
        ? runs.computeIfAbsent(Math.toIntExact(dims.get(0).count()), count -> pattern(dims))
        : pattern(dims);
  }

  /** Loops over single elements are left out, loops that go on where the inner one ends merged. */
  static Pattern pattern(List<Dim> dims) {
    List<Pattern.Dim> loops = new ArrayList<>();
    for (Dim dim : dims) {
      if (dim.count() == 1) {
        continue;
      }
      Pattern.Dim loop =
          new Pattern.Dim(Math.toIntExact(dim.stride()), Math.toIntExact(dim.count()));
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
    return new Pattern(loops);
  }
}
