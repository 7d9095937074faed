package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;

/** What is left of a fused kernel when communication or arithmetic costs next to nothing. */
class FreeMachineTest {
  /** One matmul of 512 columns at the slow pace, with its way through the array: 0.6 us. */
  private static final long ONE_INSTRUCTION_PS = 600_000;

  /** Links, CC-cores and the engines and memories that serve them. */
  private static final String FAST_LINKS =
      "overrides:\n"
          + "  link: { xy_bandwidth: 1000 TB/s, hop_latency: 0 ns, die_latency: 0 ns }\n"
          + "  cc: { trigger: 0 ns, group_trigger: 0 ns, step_hbm: 0 ns, step_sbuf: 0 ns, channel_bandwidth: 1000 TB/s,"
          + " cross_die_bandwidth: 1000 TB/s, core_bandwidth_lnc1: 1000 TB/s,"
          + " core_bandwidth_lnc2: 1000 TB/s }\n"
          + "  dma: { engine_bandwidth: 1000 TB/s, descriptor: 0 ns }\n"
          + "  hbm: { stack_bandwidth: 1000 TB/s }\n";

  /** Copies are kept on one engine, so that it is enough to make that one fast. */
  private static final String FAST_ARITHMETIC =
      "compiler: { engines: vector }\n"
          + "overrides:\n"
          + "  tensor_engine: { clock: 10000 GHz, drain: 0 ns, weight_load.latency: 0 ns }\n"
          + "  vector_engine:\n"
          + "    clock: 10000 GHz\n"
          + "    overlap: 0 ns\n"
          + "    startup: { tensor_copy: 0 ns, memset: 0 ns, tensor_tensor: 0 ns,"
          + " tensor_tensor_psum: 0 ns }\n";

  static List<String> fused() {
    return GatherRuns.SMALL.subList(0, 8);
  }

  @ParameterizedTest
  @MethodSource("fused")
  void withFastLinksOnlyTheComputationIsLeft(String text) {
    ViewTimes views = GatherRuns.run(text + FAST_LINKS).views().orElseThrow();
    long more = views.ps(View.TOTAL) - views.ps(View.COMPUTE_ONLY);
    assertTrue(Math.abs(more) <= ONE_INSTRUCTION_PS, views::toString);
  }

  @ParameterizedTest
  @MethodSource("fused")
  void withFastArithmeticOnlyTheCommunicationIsLeft(String text) {
    ViewTimes views = GatherRuns.run(text + FAST_ARITHMETIC).views().orElseThrow();
    long more = views.ps(View.TOTAL) - views.ps(View.COMM_ONLY);
    assertTrue(Math.abs(more) <= ONE_INSTRUCTION_PS, views::toString);
  }

  @Test
  void bothCostSomethingOtherwise() {
    ViewTimes usual = GatherRuns.run(fused().get(0)).views().orElseThrow();
    assertTrue(
        usual.ps(View.TOTAL) > usual.ps(View.COMPUTE_ONLY) + ONE_INSTRUCTION_PS, usual::toString);
    assertTrue(
        usual.ps(View.TOTAL) > usual.ps(View.COMM_ONLY) + ONE_INSTRUCTION_PS, usual::toString);
  }
}
