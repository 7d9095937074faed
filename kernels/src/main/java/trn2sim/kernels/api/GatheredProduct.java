package trn2sim.kernels.api;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import trn2sim.kernels.math.Tile;

/**
 * A rank's output is the pieces of all ranks of its group, stacked from the top, times its right
 * operand.
 *
 * @param left each rank's piece [rows x K]; [K x rows] if it is stored transposed
 * @param tp ranks of a group
 */
public record GatheredProduct(Tensor left, int tp, Tensor right, Tensor output, Form form)
    implements Problem {
  /**
   * What differs from kernel to kernel.
   *
   * @param transposed whether pieces are stored with K as their rows
   * @param sharedRight whether all ranks have the right operand of rank 0
   * @param roundings how often an element is rounded to the type of the output on its way
   */
  public record Form(boolean transposed, boolean sharedRight, int roundings) {
    /** As it stands in the formula, every rank with a right operand of its own. */
    public static final Form PLAIN = new Form(false, false, 1);
  }

  @Override
  public List<Tensor> inputs() {
    return List.of(left, right);
  }

  @Override
  public Set<String> shared() {
    return form.sharedRight ? Set.of(right.name()) : Set.of();
  }

  @Override
  public Product expected(int rank, Inputs inputs) {
    int first = rank / tp * tp;
    List<Tile> pieces =
        IntStream.range(first, first + tp)
            .mapToObj(member -> inputs.tensor(member, left.name()))
            .map(piece -> form.transposed ? piece.transposed() : piece)
            .toList();
    return new Product(pieces, inputs.tensor(rank, right.name()), form.roundings);
  }
}
