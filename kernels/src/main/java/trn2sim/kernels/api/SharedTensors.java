package trn2sim.kernels.api;

import java.util.List;
import java.util.Map;
import trn2sim.hw.isa.TaskEffect.Move;
import trn2sim.hw.isa.TileProduct;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.MemorySpace;

/** The tensors of a rank whose cores share all memory, as buffers that effects refer to. */
public record SharedTensors(Buffer left, Buffer gathered, Buffer right, Buffer output) {
  /** Those of a problem, and one that holds the pieces of all ranks. */
  public static SharedTensors of(GatheredProduct problem, String gathered) {
    Problem.Tensor left = problem.left();
    return new SharedTensors(
        buffer(0, left, Role.INPUT),
        buffer(
            1,
            new Problem.Tensor(gathered, left.rows() * problem.tp(), left.cols(), left.dtype()),
            Role.SCRATCH),
        buffer(2, problem.right(), Role.INPUT),
        buffer(3, problem.output(), Role.OUTPUT));
  }

  private static Buffer buffer(int id, Problem.Tensor tensor, Role role) {
    return new Buffer(
        id,
        tensor.name(),
        tensor.name(),
        MemorySpace.HBM,
        role,
        tensor.dtype(),
        tensor.rows(),
        tensor.cols());
  }

  /** A rank's piece, or rows of it, on the way to its place among those of all ranks. */
  public Move piece(int rank, int to, int row, int rows) {
    return piece(rank, to, new Area(row, rows, 0, left.cols()));
  }

  /** A part of a rank's piece on the way to its place among those of all ranks. */
  public Move piece(int rank, int to, Area area) {
    int first = rank * left.rows();
    return new Move(
        rank,
        left.slice(area.row, area.rows, area.col, area.cols),
        to,
        gathered.slice(first + area.row, area.rows, area.col, area.cols));
  }

  /**
   * The product of gathered rows over some K columns, into or onto an area of the output.
   *
   * @param firstK the first of the {@code depth} K columns
   */
  public TileProduct product(Area area, int firstK, int depth, boolean add) {
    return new TileProduct(
        gathered.slice(area.row, area.rows, firstK, depth),
        right.slice(firstK, depth, area.col, area.cols),
        output.slice(area.row, area.rows, area.col, area.cols),
        add);
  }

  /** The memory of one rank. */
  public Effects.Memory memory(int rank) {
    return new Effects.Memory(rank, List.of(left, gathered, right, output), List.of(), Map.of());
  }

  /** A rectangle of a tensor. */
  public record Area(int row, int rows, int col, int cols) {}
}
