package trn2sim.kernels.functional;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Rounding;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/** The HBM of all ranks: tensors by name, made when first asked for, by one thread. */
final class TensorMemory {
  private record Key(int rank, String name) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byRank = Integer.compare(rank, other.rank);
      return byRank != 0 ? byRank : name.compareTo(other.name);
    }
  }

  private final Problem problem;
  private final FunctionalSettings settings;
  private final Map<Key, Storage> tensors = new TreeMap<>();

  /** Inputs are filled; everything else is poisoned. */
  TensorMemory(Problem problem, FunctionalSettings settings) {
    this.problem = problem;
    this.settings = settings;
  }

  Storage of(int rank, Buffer buffer) {
    Optional<Problem.Tensor> input = input(buffer.name());
    return input.isPresent()
        ? filled(rank, input.get())
        : tensors.computeIfAbsent(new Key(rank, buffer.name()), key -> fresh(buffer));
  }

  /** A tensor as the kernel finds it: a constant, or nothing yet. */
  Storage fresh(Buffer buffer) {
    int length = length(buffer.rows(), buffer.cols());
    return constant(buffer.name(), buffer.dtype(), length)
        .orElseGet(() -> TensorFill.poisoned(buffer.dtype(), length));
  }

  private Optional<Storage> constant(String name, DType dtype, int length) {
    return Optional.ofNullable(problem.constants().get(name))
        .map(
            contents -> {
              Storage storage = Storage.allocate(dtype, length);
              for (int i = 0; i < length; i++) {
                storage.setExact(i, contents.at(i), Rounding.NEAREST_EVEN);
              }
              return storage;
            });
  }

  /** A tensor of the problem as a rank sees it. */
  Tile tile(int rank, Problem.Tensor tensor) {
    Storage storage =
        input(tensor.name())
            .map(input -> filled(rank, input))
            .orElseGet(() -> tensors.get(new Key(rank, tensor.name())));
    if (storage == null) {
      throw new IllegalStateException("the kernel never touched " + tensor.name());
    }
    return Tile.dense(storage, tensor.rows(), tensor.cols());
  }

  /** An input by its name. */
  Tile input(int rank, String name) {
    return tile(rank, input(name).orElseThrow());
  }

  private Storage filled(int rank, Problem.Tensor input) {
    int owner = problem.shared().contains(input.name()) ? 0 : rank;
    return tensors.computeIfAbsent(
        new Key(owner, input.name()),
        key -> filled(input, TensorFill.key(settings.seed(), owner, input.name())));
  }

  private Storage filled(Problem.Tensor input, long key) {
    int length = length(input.rows(), input.cols());
    return constant(input.name(), input.dtype(), length)
        .or(
            () ->
                Optional.ofNullable(problem.ranges().get(input.name()))
                    .map(range -> TensorFill.within(input.dtype(), length, range, key)))
        .orElseGet(() -> TensorFill.filled(input.dtype(), length, settings.data(), key));
  }

  private Optional<Problem.Tensor> input(String name) {
    return problem.inputs().stream().filter(tensor -> tensor.name().equals(name)).findFirst();
  }

  private static int length(int rows, int cols) {
    return Math.multiplyExact(rows, cols);
  }
}
