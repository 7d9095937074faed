package trn2sim.kernels.nki;

import java.util.List;
import java.util.Map;
import trn2sim.hw.isa.Script;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.SourceLines;
import trn2sim.kernels.nki.stream.Declaration;

/**
 * What one core of a rank runs, and what the run needs to know about it.
 *
 * @param inHbm the tensors in HBM, by the name they have in the script
 * @param constants what tensors hold from the start, by the names of their buffers
 * @param ring iteration and channel of the ring registers that operands depend on, by number
 * @param traffic what it sends to other ranks
 * @param flops floating-point operations of its matmuls
 */
record CoreProgram(
    Script script,
    SourceLines lines,
    Map<String, Declaration> inHbm,
    Map<String, Problem.Contents> constants,
    Map<Integer, RingStep> ring,
    Traffic traffic,
    double flops) {
  /** The step of a ring whose owner a register holds. */
  record RingStep(int iteration, int channel) {}

  /**
   * Collectives.
   *
   * @param channels ring channels in use
   * @param gatheredBytes the largest part that a rank gets from another in a collective of the
   *     group, 0 if there is none
   * @param others whether there are exchanges between partners that the program names
   */
  record Traffic(int channels, long gatheredBytes, boolean others) {
    static final Traffic NONE = new Traffic(0, 0, false);

    Traffic and(Traffic other) {
      return new Traffic(
          Math.max(channels, other.channels),
          Math.max(gatheredBytes, other.gatheredBytes),
          others || other.others);
    }
  }

  static Traffic trafficOf(List<CoreProgram> programs) {
    return programs.stream().map(CoreProgram::traffic).reduce(Traffic.NONE, Traffic::and);
  }
}
