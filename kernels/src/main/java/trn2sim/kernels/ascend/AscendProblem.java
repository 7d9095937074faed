package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.TiledProblem;
import trn2sim.kernels.math.Tile;

/** Every rank computes the whole product; all have the same right operand, that of rank 0. */
record AscendProblem(int ranks, AscendPlan.Shape shape, DType dtype) implements TiledProblem {
  static final String SLICE = "a";
  static final String WEIGHTS = "b";
  static final String WINDOW = "window";
  static final String OUT = "c";

  @Override
  public List<Tensor> inputs() {
    return List.of(
        new Tensor(SLICE, shape.m() / ranks, shape.k(), dtype),
        new Tensor(WEIGHTS, shape.k(), shape.n(), dtype));
  }

  @Override
  public List<Tensor> scratch() {
    return List.of(new Tensor(WINDOW, shape.m(), shape.k(), dtype));
  }

  @Override
  public Tensor output() {
    return new Tensor(OUT, shape.m(), shape.n(), DType.FP32);
  }

  @Override
  public Product expected(int rank, Inputs inputs) {
    List<Tile> slices = new ArrayList<>();
    for (int source = 0; source < ranks; source++) {
      slices.add(inputs.tensor(source, SLICE));
    }
    return new Product(slices, inputs.tensor(0, WEIGHTS));
  }
}
