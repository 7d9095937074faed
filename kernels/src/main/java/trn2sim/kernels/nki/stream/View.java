package trn2sim.kernels.nki.stream;

import java.util.List;
import java.util.Optional;

/**
 * A kernel's view of a tensor as the stream has it: an offset and [stride, count] pairs, in
 * elements of the tensor.
 *
 * @param dynamic what moves it at run time
 * @param dtype the type the bytes are read as, if it is not the tensor's
 */
public record View(
    int tensor, long offset, List<Dim> dims, Optional<Dynamic> dynamic, Optional<String> dtype) {
  /** One dimension of a view. */
  public record Dim(long stride, long count) {}

  /**
   * The view starts {@code unit} times the value of register or tensor {@code id} further on.
   *
   * @param first the element of the tensor with the value, or with that of the first row
   * @param dtype the type that value is read as, if it is not the tensor's
   */
  public record Dynamic(String kind, int id, long unit, long first, Optional<String> dtype) {}

  public View {
    dims = List.copyOf(dims);
  }

  /** Elements it visits. */
  public long size() {
    return dims.stream().mapToLong(Dim::count).reduce(1, Math::multiplyExact);
  }

  /** Whether one of two views of a tensor ends before the other begins. */
  public boolean isApart(View other) {
    boolean known = dynamic.isEmpty() && other.dynamic.isEmpty() && dtype.equals(other.dtype);
    return known && (end(-1) > other.end(1) || other.end(-1) > end(1));
  }

  /** The first element, or the last one. */
  private long end(int side) {
    return offset
        + dims.stream()
            .mapToLong(dim -> dim.stride() * side > 0 ? dim.stride() * (dim.count() - 1) : 0)
            .sum();
  }

  /** Whether a tensor, which the instruction reads as well, says where it is. */
  public boolean looksUp() {
    return dynamic.filter(by -> !by.kind().equals("r")).isPresent();
  }

  /** The same view, whose place is looked up in those elements. */
  View lookedUpIn(View values) {
    return new View(
        tensor,
        offset,
        dims,
        dynamic.map(by -> new Dynamic(by.kind(), by.id(), by.unit(), values.offset, values.dtype)),
        dtype);
  }

  /** The same elements with their dimensions in another order. */
  public View ordered(List<Integer> order) {
    return new View(tensor, offset, order.stream().map(dims::get).toList(), dynamic, dtype);
  }
}
