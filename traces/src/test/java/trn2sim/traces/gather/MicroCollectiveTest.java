package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicroCollectiveTest {
  private static double probe(String text, String figure) {
    return GatherRuns.once(text).probe().get(figure);
  }

  private static String send(String distance, String memory, int bytes) {
    return "kernel: micro_permute\nshape: { bytes: "
        + bytes
        + ", small_bytes: 1024 }\noptions: { distance: "
        + distance
        + ", memory: "
        + memory
        + " }\n";
  }

  @ParameterizedTest
  @CsvSource({"512, 128", "1028, 512"})
  void bothMessagesLieInAsManyPartitions(int bytes, int small) {
    String text =
        "kernel: micro_permute\nshape: { bytes: "
            + bytes
            + ", small_bytes: "
            + small
            + " }\noptions: { memory: sbuf }\n";
    RuntimeException e = assertThrows(RuntimeException.class, () -> GatherRuns.once(text));
    assertTrue(e.getMessage().contains("shape.small_bytes: found " + small), e.getMessage());
  }

  /** The slope is the channel's rate; the fixed part trigger and step, with the way's latency. */
  @ParameterizedTest
  @CsvSource({
    "same_die,  hbm,  104.4, 3.5",
    "same_die,  sbuf, 104.4, 3.1",
    "cross_die, hbm,   97.0, 3.65",
    "cross_die, sbuf,  97.0, 3.25",
    "next_chip, hbm,   97.0, 4.05",
  })
  void aSendTakesItsFixedTimeAndItsBytes(
      String distance, String memory, double gbps, double fixedUs) {
    String text = send(distance, memory, 1 << 20);
    assertEquals(gbps, probe(text, "slope_gbps"), 0.01);
    assertEquals(fixedUs + 1024 / gbps / 1e3, probe(text, "small_time_us"), 0.001);
  }

  @ParameterizedTest
  @CsvSource({"same_die, 104.4, 3.5", "cross_die, 97.0, 3.65", "next_chip, 97.0, 4.05"})
  void namedPairsCostWhatTheRingDoes(String distance, double gbps, double fixedUs) {
    String text = with(send(distance, "hbm", 1 << 20), "collective_permute");
    assertEquals(gbps, probe(text, "slope_gbps"), 0.01);
    assertEquals(fixedUs + 1024 / gbps / 1e3, probe(text, "small_time_us"), 0.001);
  }

  /** Without a trigger, for no CC-core takes part. */
  @Test
  void theCoresOfARankExchangeThroughSbuf() {
    String text = with(send("same_die", "sbuf", 1 << 20), "sendrecv");
    assertEquals(104.4, probe(text, "slope_gbps"), 0.01);
    assertEquals(9.2 + 1024 / 104.4 / 1e3, probe(text, "small_time_us"), 0.001);
  }

  @ParameterizedTest
  @CsvSource({
    "same_die, hbm, sendrecv",
    "cross_die, sbuf, sendrecv",
    "same_die, sbuf, collective_permute",
  })
  void memoriesThatAnInstructionCannotReachAreRefused(
      String distance, String memory, String instruction) {
    String text = with(send(distance, memory, 4096), instruction);
    RuntimeException e = assertThrows(RuntimeException.class, () -> GatherRuns.once(text));
    assertTrue(
        e.getMessage().startsWith("test.yaml:3 options.instruction: found " + instruction),
        e.getMessage());
  }

  private static String with(String text, String instruction) {
    return text.replace("options: {", "options: { instruction: " + instruction + ",");
  }

  @Test
  void ranksAreFixed() {
    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> GatherRuns.once(send("same_die", "hbm", 4096) + "ranks: { tp: 4 }\n"));
    assertTrue(e.getMessage().contains("expected none"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "micro_permute, 128, 'fewer than shape.bytes, or 0'",
    "micro_permute, 132, 'fewer than shape.bytes, or 0'",
    "micro_permute, 66, 'a multiple of 4, for example 64 or 68'",
    "micro_allgather, 128, 'fewer than shape.bytes, or 0'",
  })
  void aSlopeNeedsTwoSizes(String kernel, int small, String expected) {
    String shape = "kernel: " + kernel + "\nshape: { bytes: 128, small_bytes: " + small + " }\n";
    String text = shape + (kernel.equals("micro_permute") ? "" : "ranks: { tp: 4 }\n");
    RuntimeException e = assertThrows(RuntimeException.class, () -> GatherRuns.once(text));
    assertEquals(
        "test.yaml:2 shape.small_bytes: found " + small + ", expected " + expected, e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"128, '512, for example 512'", "640, '512, for example 512 or 1024'"})
  void aSmallMessageInSbufFillsAllPartitionsToo(int small, String expected) {
    String text =
        "kernel: micro_allgather\nshape: { bytes: 1024, small_bytes: "
            + small
            + " }\noptions: { memory: sbuf }\nranks: { tp: 4, lnc: 1 }\n";
    RuntimeException e = assertThrows(RuntimeException.class, () -> GatherRuns.once(text));
    assertEquals(
        "test.yaml:2 shape.small_bytes: found " + small + ", expected a multiple of " + expected,
        e.getMessage());
  }

  private static String gather(int tp, int bytes, String options) {
    return GatherRuns.text("micro_allgather", "bytes: " + bytes, tp, 2, options);
  }

  @ParameterizedTest
  @CsvSource({"ring, 31, 2", "kangaring, 16, 2", "rdh, 4, 1", "mesh, 2, 1"})
  void algorithmsHaveTheirSteps(String algorithm, int steps, int channels) {
    String text = gather(32, 4096, "algorithm: " + algorithm);
    assertEquals(steps, probe(text, "steps"));
    assertEquals(channels, probe(text, "channels"));
  }

  /** What a rank gets from others, in bus bandwidth: parts of all operations take as long. */
  @ParameterizedTest
  @CsvSource({"reduce_scatter, 7", "all_reduce, 14", "all_to_all, 7"})
  void largeOperationsReachWhatACoreMayReceive(String operation, int parts) {
    String text =
        GatherRuns.text(
            "micro_allgather",
            "bytes: 134217728, small_bytes: 67108864",
            8,
            1,
            "operation: " + operation + ", algorithm: mesh");
    double own = operation.equals("all_to_all") ? 66 / 104.4 : 0;
    assertEquals(66 * parts / (parts + own), probe(text, "slope_gbps"), 0.05);
  }

  @Test
  void smallGathersPreferFewStepsAndLargeOnesFullLinks() {
    double small = probe(gather(32, 64, "algorithm: mesh"), "time_us");
    assertTrue(small < probe(gather(32, 64, "algorithm: ring"), "time_us") / 3);
    assertEquals(small, probe(gather(32, 64, ""), "time_us"));
    double large = probe(gather(32, 1 << 24, "algorithm: kangaring"), "time_us");
    assertTrue(large < probe(gather(32, 1 << 24, "algorithm: mesh"), "time_us"));
    assertEquals(large, probe(gather(32, 1 << 24, ""), "time_us"));
  }

  @Test
  void anAlgorithmThatDoesNotApplyIsRefused() {
    RuntimeException e =
        assertThrows(
            RuntimeException.class, () -> GatherRuns.once(gather(12, 4096, "algorithm: rdh")));
    assertTrue(
        e.getMessage()
            .startsWith(
                "test.yaml:4 options.algorithm: found rdh, expected another algorithm or auto: "),
        e.getMessage());
  }

  /** Every rank writes to every other, from memory to memory. */
  @ParameterizedTest
  @CsvSource({
    "'operation: all_to_all, algorithm: ring', 'options.algorithm: found ring'",
    "'operation: all_to_all, memory: sbuf', 'options.memory: found sbuf'",
  })
  void anAllToAllHasNoChoice(String options, String found) {
    RuntimeException e =
        assertThrows(RuntimeException.class, () -> GatherRuns.once(gather(8, 65536, options)));
    assertTrue(
        e.getMessage().startsWith("test.yaml:4 " + found + " with operation all_to_all, expected "),
        e.getMessage());
  }
}
