package trn2sim.kernels.helion;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.TiledProblem;
import trn2sim.kernels.math.Tile;

/** Every rank's gathered rows times its own weights. */
record HelionProblem(int shardRows, int ranks, int k, int n, DType dtype) implements TiledProblem {
  static final String SHARD = "a_shared";
  static final String WEIGHTS = "b";
  static final String GATHERED = "a_out";
  static final String SUMS = "acc";
  static final String OUT = "c";

  @Override
  public List<Tensor> inputs() {
    return List.of(new Tensor(SHARD, shardRows, k, dtype), new Tensor(WEIGHTS, k, n, dtype));
  }

  @Override
  public Tensor output() {
    return new Tensor(OUT, shardRows * ranks, n, dtype);
  }

  @Override
  public List<Tensor> scratch() {
    return List.of(
        new Tensor(GATHERED, shardRows * ranks, k, dtype),
        new Tensor(SUMS, shardRows * ranks, n, DType.FP32));
  }

  @Override
  public Product expected(int rank, Inputs inputs) {
    List<Tile> shards = new ArrayList<>();
    for (int source = 0; source < ranks; source++) {
      shards.add(inputs.tensor(source, SHARD));
    }
    return new Product(shards, inputs.tensor(rank, WEIGHTS));
  }
}
