package trn2sim.kernels.functional;

import java.util.Map;
import java.util.TreeMap;
import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;

/** The HBM of one rank: tensors by name, shared by its cores. */
final class RankMemory {
  private final Map<String, Storage> tensors = new TreeMap<>();

  /** Holds the inputs; everything else is poisoned when it first appears. */
  RankMemory(int rank, Problem problem, FunctionalSettings settings) {
    for (Problem.Tensor tensor : problem.inputs()) {
      long key = TensorFill.key(settings.seed(), rank, tensor.name());
      int length = Math.multiplyExact(tensor.rows(), tensor.cols());
      tensors.put(tensor.name(), TensorFill.filled(tensor.dtype(), length, settings.data(), key));
    }
  }

  Storage of(Buffer buffer) {
    return tensors.computeIfAbsent(
        buffer.name(),
        name ->
            TensorFill.poisoned(buffer.dtype(), Math.multiplyExact(buffer.rows(), buffer.cols())));
  }

  Tile tile(Problem.Tensor tensor) {
    Storage storage = tensors.get(tensor.name());
    if (storage == null) {
      throw new IllegalStateException("the kernel never touched " + tensor.name());
    }
    return Tile.dense(storage, tensor.rows(), tensor.cols());
  }
}
