package trn2sim.kernels.functional;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.TiledProblem;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/** The tensors of all ranks, made when first asked for: inputs filled, the others poisoned. */
final class TensorStore {
  private record Key(int rank, String tensor) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byRank = Integer.compare(rank, other.rank);
      return byRank != 0 ? byRank : tensor.compareTo(other.tensor);
    }
  }

  private final TiledProblem problem;
  private final DataKind data;
  private final long seed;
  private final Map<Key, Tile> tiles = new TreeMap<>();

  TensorStore(TiledProblem problem, DataKind data, long seed) {
    this.problem = problem;
    this.data = data;
    this.seed = seed;
  }

  boolean isInput(String name) {
    return input(name).isPresent();
  }

  Tile tensor(int rank, String name) {
    return tiles.computeIfAbsent(new Key(rank, name), this::make);
  }

  private Tile make(Key key) {
    Optional<Problem.Tensor> input = input(key.tensor);
    Problem.Tensor tensor = input.orElseGet(() -> own(key.tensor));
    int length = Math.multiplyExact(tensor.rows(), tensor.cols());
    Storage storage =
        input.isPresent()
            ? TensorFill.filled(
                tensor.dtype(), length, data, TensorFill.key(seed, key.rank, key.tensor))
            : TensorFill.poisoned(tensor.dtype(), length);
    return Tile.dense(storage, tensor.rows(), tensor.cols());
  }

  private Optional<Problem.Tensor> input(String name) {
    return problem.inputs().stream().filter(tensor -> tensor.name().equals(name)).findFirst();
  }

  private Problem.Tensor own(String name) {
    if (problem.output().name().equals(name)) {
      return problem.output();
    }
    return problem.scratch().stream()
        .filter(tensor -> tensor.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the problem has no tensor " + name));
  }
}
