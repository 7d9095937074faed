package trn2sim.kernels.allgather;

import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.api.CoreScript;

/** What a kernel that gathers rows and multiplies has in HBM on each rank. */
record GatherOperands(Buffer lhs, Buffer rhs, Buffer out) {
  static GatherOperands declare(CoreScript script, Shape shape) {
    return new GatherOperands(
        script.input(GatherMatmulProblem.LHS, shape.m(), shape.k(), shape.dtype()),
        script.input(GatherMatmulProblem.RHS, shape.k(), shape.n(), shape.dtype()),
        script.output(GatherMatmulProblem.OUT, shape.m() * shape.tp(), shape.n(), shape.dtype()));
  }
}
