package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A hand-over is timed where there is one, and takes time. */
class MicroProbeTest {
  private static Map<String, Double> probe(String kernel, String shape, String options) {
    return GatherRuns.once(
            "kernel: " + kernel + "\nshape: { " + shape + " }\noptions: { " + options + " }\n")
        .probe();
  }

  @ParameterizedTest
  @CsvSource({"load, 1", "load, 8", "both, 2", "both, 8"})
  void theLastLoadReachesItsConsumerAfterItEnds(String direction, int count) {
    for (String dge : new String[] {"swdge", "hwdge", "static"}) {
      double found =
          probe(
                  "micro_dma",
                  "bytes: 64",
                  "direction: " + direction + ", count: " + count + ", dge: " + dge)
              .get("to_consumer_ns");
      assertTrue(found > 0, dge + ": " + found);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"swdge", "hwdge", "static"})
  void storesHaveNoConsumer(String dge) {
    assertFalse(
        probe("micro_dma", "bytes: 64", "direction: store, dge: " + dge)
            .containsKey("to_consumer_ns"));
  }

  @ParameterizedTest
  @CsvSource({"tensor_copy, true", "reciprocal, true", "memset, false", "tensor_reduce_add, false"})
  void onlyInstructionsThatReadTheOneBeforeHaveAHandOver(String op, boolean reads) {
    Map<String, Double> probe = probe("micro_vector", "N: 64", "chain: dependent, op: " + op);
    assertEquals(reads, probe.containsKey("handoff_ns"));
    assertTrue(probe.getOrDefault("handoff_ns", 0.0) >= 0, probe.toString());
  }
}
