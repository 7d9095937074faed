package trn2sim.traces.gather;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.traces.run.RunFailure;

/** What the gathering kernels refuse, and in which words. */
class GatherRefusalTest {
  record Refused(String text, String message) {
    @Override
    public String toString() {
      return message;
    }
  }

  static List<Refused> refusals() {
    return List.of(
        new Refused(
            GatherRuns.fgcc("m: 256, K: 512, N: 513", 3, 2, ""),
            "test.yaml:3 ranks.tp: found 3, expected an even number"),
        new Refused(
            GatherRuns.fgcc("m: 258, K: 512, N: 512", 4, 2, ""),
            "test.yaml:2 shape.m: found 258 rows per rank, expected a multiple of LNC x channels ="
                + " 2 x 2 = 4 (all rows: a multiple of 16)"),
        new Refused(
            GatherRuns.fgcc("m: 260, K: 512, N: 512", 64, 2, ""),
            "test.yaml:2 shape.m: found 260 rows per rank, expected a multiple of LNC x channels ="
                + " 2 x 4 = 8 (all rows: a multiple of 512)"),
        new Refused(
            GatherRuns.fgcc("m: 256, K: 512, N: 512", 4, 2, "") + "dtype: fp8_e4m3\n",
            "test.yaml:5 dtype: found \"fp8_e4m3\", expected one of bf16, fp16, fp32"),
        new Refused(
            GatherRuns.fgcc("m: 256, K: 512, N: 512", 128, 2, ""),
            "test.yaml:3 ranks.tp: found 128 x 1 ranks of 2 cores, expected at most 64 ranks on"
                + " trn2.48xlarge"),
        new Refused(
            GatherRuns.fgcc("m: 256, K: 512, N: 512", 256, 1, ""),
            "test.yaml:3 ranks.tp: found 256 x 1 ranks of 1 core, expected at most 128 ranks on"
                + " trn2.48xlarge"),
        new Refused(
            GatherRuns.fgcc("m: 256, K: 512, N: 540", 12, 2, ""),
            "test.yaml:3 ranks.tp: found 12 ranks that form no ring (chip 0 of"
                + " the group has usable links only to chips [1] and from chips [1]),"
                + " expected a group that does, nearest sizes: [8, 14]"),
        new Refused(
            GatherRuns.text("allgather_matmul_ring", "m: 128, K: 512, n: 512", 24, 1, ""),
            "test.yaml:3 ranks.tp: found 24 ranks that form no ring (chip 0 of"
                + " the group has usable links only to chips [1] and from chips [1]),"
                + " expected a group that does, nearest sizes: [16, 26]"),
        new Refused(
            GatherRuns.fgcc("m: 256, K: 512, N: 510", 4, 2, ""),
            "test.yaml:2 shape.N: found 510, expected a multiple of 4, for example 508 or 512"),
        new Refused(
            GatherRuns.fgcc("m: 256, M: 1024, K: 512, N: 512", 4, 2, ""),
            "test.yaml:2 shape: found both m and M, expected either m (per rank) or M (in all)"),
        new Refused(
            GatherRuns.text("allgather_sb2sb", "H: 129, W: 512", 8, 1, ""),
            "test.yaml:2 shape.H: found 129, expected at most 128, the partitions of SBUF"),
        new Refused(
            GatherRuns.text("allgather_sb2sb_tiled", "M: 130, K: 512", 8, 1, ""),
            "test.yaml:2 shape.M: found 130, expected at most 128 or a multiple of 128"),
        new Refused(
            GatherRuns.text("allgather_sb2sb_tiled", "M: 384, K: 512", 8, 2, ""),
            "test.yaml:2 shape.M: found 3 tiles of 128 rows, expected a number divisible by LNC ="
                + " 2"),
        new Refused(
            GatherRuns.text("fine_grained_allgather", "m: 258, K: 512", 4, 2, ""),
            "test.yaml:2 shape.m: found 258, expected a multiple of LNC x channels = 4"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void refusesWithTheValues(Refused refused) {
    RuntimeException e =
        assertThrows(RuntimeException.class, () -> GatherRuns.once(refused.text()));
    assertEquals(refused.message(), e.getMessage());
  }

  /** 64 KiB of own and 8 x 64 KiB of gathered data per partition, of 208 KiB. */
  @Test
  void gatheredDataThatDoesNotFitIsRefusedWithTheLedger() {
    String text = GatherRuns.text("allgather_sb2sb", "H: 128, W: 32768", 8, 1, "");
    RunFailure e = assertThrows(RunFailure.class, () -> GatherRuns.once(text));
    assertEquals(
        "test.yaml: SBUF over capacity at [all_gather gathered1[0:128, 0:262144] <- own1[0:128,"
            + " 0:32768]]: needs 589824 B per partition, has 212984; held: own* 65536, gathered*"
            + " 524288; use smaller blocks, fewer buffers or a smaller shape",
        e.getMessage());
  }
}
