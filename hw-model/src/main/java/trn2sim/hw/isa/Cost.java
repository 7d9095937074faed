package trn2sim.hw.isa;

import trn2sim.hw.dma.Transfer;

/** How long an instruction takes, in the form its engine needs. */
public sealed interface Cost {
  /**
   * A pipelined engine: the next instruction may start after {@code issuePs}, the result is
   * complete after {@code latencyPs}.
   *
   * @param tables tables of activation functions of which one must be loaded first, a bit each; -1
   *     if any will do, or none
   * @param fastMode whether Vector runs it in a mode for which it borrows GpSimd's way to SBUF
   */
  record Fixed(long issuePs, long latencyPs, int tables, boolean fastMode) implements Cost {
    public Fixed(long issuePs, long latencyPs, int tables) {
      this(issuePs, latencyPs, tables, false);
    }
  }

  /**
   * A pass or passes over the systolic array, whose pace the throttle decides.
   *
   * @param streamCycles array cycles of one pass at full rate
   * @param weightCycles array cycles to load the stationary operand
   * @param activeRows share of the array's rows in use
   */
  record Array(int passes, long streamCycles, long weightCycles, double activeRows)
      implements Cost {}

  /**
   * A collective, whose time depends on the other ranks.
   *
   * @param triggerPs from its start until its first step may begin
   * @param stepPs fixed part of each of its steps
   */
  record Collective(long issuePs, long triggerPs, long stepPs) implements Cost {}

  /** A transfer by the DMA engines. */
  record Dma(Transfer transfer) implements Cost {}
}
