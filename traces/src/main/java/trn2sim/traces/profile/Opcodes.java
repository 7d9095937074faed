package trn2sim.traces.profile;

import java.util.Set;

/** The opcodes that profiles are known to have, and those that a written run adds to them. */
public final class Opcodes {
  /** Sequencing, which computes and moves nothing; TENSOR_LOAD fills a register. */
  private static final Set<String> BOOKKEEPING =
      Set.of(
          "EVENT_SEMAPHORE",
          "EVENT_SEMAPHORE_RANGE_CLEAR",
          "DRAIN",
          "NOTIFY",
          "NOP",
          "WRITE",
          "COMPARE_BRANCH",
          "SET_ORDERING_MODE",
          "TENSOR_LOAD");

  private static final Set<String> WORK =
      Set.of(
          "LDWEIGHTS",
          "MATMUL",
          "TENSOR_REDUCE",
          "TENSOR_SCALAR",
          "TENSOR_TENSOR",
          "TENSOR_TENSOR_SCAN",
          "SCALAR_TENSOR_TENSOR",
          "RECIPROCAL",
          "COPY",
          "CAST",
          "MEMSET",
          "ACTIVATE",
          "ACT_TABLE_LOAD");

  private static final Set<String> TRANSFERS = Set.of("DMA_DIRECT2D", "DMA_TRANSPOSE");

  private static final Set<String> COLLECTIVES =
      Set.of(
          "COLLECTIVE_PERMUTE_IMPLICIT",
          "COLLECTIVE_PERMUTE",
          "SENDRECV",
          "ALL_GATHER",
          "ALL_REDUCE",
          "REDUCE_SCATTER",
          "ALL_TO_ALL");

  private Opcodes() {}

  static boolean known(String opcode) {
    return bookkeeping(opcode)
        || WORK.contains(opcode)
        || TRANSFERS.contains(opcode)
        || COLLECTIVES.contains(opcode);
  }

  static boolean bookkeeping(String opcode) {
    return BOOKKEEPING.contains(opcode);
  }

  /** Whether it hands a transfer to a DMA queue. */
  public static boolean transfers(String opcode) {
    return TRANSFERS.contains(opcode) || opcode.startsWith("DMA_");
  }

  /** Whether cores of several ranks perform it together. */
  public static boolean collective(String opcode) {
    return COLLECTIVES.contains(opcode);
  }
}
