package trn2sim.kernels.api;

import java.util.List;

/** A problem solved by moves and products of tiles, with tensors of its own besides in and out. */
public interface TiledProblem extends Problem {
  /** Tensors of each rank that hold nothing at first. */
  List<Tensor> scratch();

  @Override
  Product expected(int rank, Inputs inputs);
}
