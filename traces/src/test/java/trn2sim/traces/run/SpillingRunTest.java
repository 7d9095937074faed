package trn2sim.traces.run;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.compiler.Compiled;
import trn2sim.traces.Runs;

/** Programs whose tiles exceed SBUF run, and compute what they should. */
class SpillingRunTest {
  @ParameterizedTest
  @CsvSource({
    "blocked, list", "blocked, source",
    "blocked_k, list", "blocked_k, source",
    "hoisted, list", "hoisted, source"
  })
  void theValuesAreRight(String schedule, String order) {
    RunResult result =
        Runs.run(
            "kernel: matmul\nshape: { M: 512, K: 1024, N: 1024 }\n"
                + "ranks: { tp: 1, lnc: 1 }\nrun: { mode: both, data: integers }\n"
                + "overrides: { sbuf.usable_partition_bytes: 8000 B }\n"
                + ("compiler: { order: " + order + " }\n")
                + ("options: { block_m: 2, block_k: 4, schedule: " + schedule + " }\n"));
    assertTrue(result.passed());
    assertTrue(result.neuron().orElseThrow().compilation().sum(Compiled::reloadedBytes) > 0);
  }
}
