package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.nki.NkiKernel;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** The streams of measured kernels are what the recorder makes of the kernels in scenarios/nki. */
class RecordedStreamsTest {
  private static final Path SCENARIOS = Path.of("..", "scenarios", "nki");

  private static final String EXPERTS =
      " shape.H=2048 shape.I=256 shape.J=512 shape.E=128 shape.K=8";

  private static final String IMAGE =
      "kernel.args.pool=1 shape.height=224 shape.width=224 shape.filters=256 dtype=";

  private static final String VISITS =
      "shape.H=4096 shape.B=32 shape.E=18 shape.G=16 shape.I=12 kernel.trip_counts=";

  private static final String OLD_SUMS =
      "vector_add.yaml, kernel.nki=vector_add_old.py shape.N=25600 kernel.function=vector_add_";

  @BeforeEach
  void needsPython() {
    PythonHere.orSkip();
  }

  /**
   * Made by {@code ./trn2sim record scenarios/nki/FILE --set CHANGE -o STREAM}; a comma of a change
   * is a semicolon here.
   */
  @ParameterizedTest
  @CsvSource({
    "tile_matmul.yaml, shape.K=1024, tile_matmul",
    "tile_matmul.yaml, shape.K=2048, tile_matmul_2k",
    "softmax.yaml, shape.M=2048, softmax",
    "softmax.yaml, dtype=fp16, softmax_fp16",
    "relu.yaml, shape.M=20, relu_large",
    "relu.yaml, shape.M=1, relu_small",
    "relu.yaml, shape.M=20 dtype=fp16, relu_fp16",
    "transpose.yaml, shape.M=1024, transpose",
    "vector_add.yaml, shape.N=256000, vector_add",
    "vector_add.yaml, shape.W=2000, vector_add_wide",
    "transpose.yaml, kernel.nki=transpose_old.py, transpose_old",
    OLD_SUMS + "columns shape.W=2, vector_add_2",
    OLD_SUMS + "columns shape.W=200, vector_add_200",
    OLD_SUMS + "chunks shape.W=128, vector_add_chunks",
    "decode_experts.yaml, shape.T=1 "
        + VISITS
        + "{\"decode_experts.py:249\":0}, decode_experts_1_0",
    "decode_experts.yaml, shape.T=1 "
        + VISITS
        + "{\"decode_experts.py:249\":1}, decode_experts_1_1",
    "decode_experts.yaml, shape.T=1 "
        + VISITS
        + "{\"decode_experts.py:249\":2}, decode_experts_1_2",
    "decode_experts.yaml, shape.T=4 "
        + VISITS
        + "{\"decode_experts.py:249\":2}, decode_experts_4_2",
    "decode_experts.yaml, shape.T=4 "
        + VISITS
        + "{\"decode_experts.py:249\":4}, decode_experts_4_4",
    "library_matmul.yaml, kernel.function=whole, library_whole",
    "library_matmul.yaml, kernel.function=blocks, library_blocks",
    "library_matmul.yaml, kernel.function=packed_blocks, library_packed_blocks",
    "library_matmul.yaml, kernel.function=row_blocks "
        + "kernel.check=matmul(lhs;rhs), library_row_blocks",
    "library_matmul.yaml, kernel.function=turned_blocks "
        + "kernel.check=matmul(lhs;rhs), library_turned_blocks",
    "library_matmul_turned.yaml, kernel.function=whole_turned, library_whole_turned",
    "library_matmul_turned.yaml, kernel.function=whole_rhs_turned, library_whole_rhs_turned",
  })
  void areFresh(String file, String change, String stream, @TempDir Path scratch)
      throws IOException {
    record(file, change, stream, scratch);
  }

  @ParameterizedTest
  @CsvSource({
    "gated_silu.yaml, shape.M=20, gated_silu_large",
    "gated_silu.yaml, shape.M=1, gated_silu_small",
    "layer_norm.yaml, shape.M=2048 shape.N=10240 shape.W=2048, layer_norm_10240",
    "layer_norm.yaml, shape.M=2048 shape.N=10240 shape.W=2048 dtype=fp16, layer_norm_10240_fp16",
    "layer_norm.yaml, shape.M=2048 shape.N=512 shape.W=512, layer_norm_512",
    "batch_norm.yaml, shape.M=20000 shape.N=1024, batch_norm_20000",
    "batch_norm.yaml, shape.M=20000 shape.N=1024 dtype=fp16, batch_norm_20000_fp16",
    "batch_norm.yaml, shape.M=1000 shape.N=1024, batch_norm_1000",
    "divergence.yaml, shape.M=4096 shape.N=16384, divergence_large",
    "divergence.yaml, shape.M=4096 shape.N=1024, divergence_short",
    "divergence.yaml, shape.M=512 shape.N=1024, divergence_small",
    "gating.yaml, shape.M=20480, gating_20480",
    "gating.yaml, shape.M=20480 dtype=fp16, gating_20480_fp16",
    "gating.yaml, shape.M=1024, gating_1024",
    "conv_pool_old.yaml," + IMAGE + "fp32, conv_pool",
    "conv_pool_old.yaml," + IMAGE + "fp16, conv_pool_fp16",
    "prefill_attention.yaml, shape.S=640 shape.H=2048 shape.Q=1024 shape.K=512,"
        + " prefill_attention_shared",
    "expert_block.yaml, shape.H=2048 shape.E=128, expert_block_software",
    "expert_block.yaml, kernel.function=scales_by_hardware shape.H=2048 shape.E=128,"
        + " expert_block_scales_by_hardware",
    "expert_block_packed.yaml, shape.H=2048 shape.G=17 shape.E=128, expert_block_packed",
    "expert_block_packed.yaml, kernel.function=packed_by_hardware shape.H=2048 shape.G=17"
        + " shape.E=128, expert_block_packed_by_hardware",
  })
  void thoseOfRowsAreFresh(String file, String change, String stream, @TempDir Path scratch)
      throws IOException {
    record(file, change, stream, scratch);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tiles",
        "tiles_shares",
        "tiles_wide",
        "rows",
        "rows_turned",
        "wide",
        "whole",
        "whole_ahead",
        "whole_hidden",
        "whole_wide",
      })
  void thoseOfExpertsAreFresh(String function, @TempDir Path scratch) throws IOException {
    record("experts.yaml", "kernel.function=" + function + EXPERTS, "experts_" + function, scratch);
  }

  @ParameterizedTest
  @ValueSource(strings = {"heads", "columns", "shared", "together"})
  void thoseOfATokensAttentionAreFresh(String function, @TempDir Path scratch) throws IOException {
    record(
        "decode_attention.yaml",
        "kernel.function="
            + function
            + " shape.H=2048 shape.Q=1024 shape.K=512 shape.C=4 shape.S=640",
        "decode_attention_" + function,
        scratch);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "software",
        "hardware",
        "software_ahead",
        "hardware_ahead",
        "hardware_columns",
      })
  void thoseOfATokensBlockAreFresh(String function, @TempDir Path scratch) throws IOException {
    record(
        "decode_block.yaml",
        "kernel.function=" + function + " shape.H=2048 shape.Q=1024 shape.N=2048 shape.S=640",
        "decode_block_" + function,
        scratch);
  }

  @ParameterizedTest
  @CsvSource({
    "fused, 512",
    "fused, 1024",
    "fused, 2048",
    "phases, 512",
    "phases, 1024",
    "phases, 2048",
  })
  void thoseOfAttentionAreFresh(String function, int positions, @TempDir Path scratch)
      throws IOException {
    for (String type : List.of("fp32", "bf16")) {
      record(
          "attention_old.yaml",
          "kernel.function=" + function + " shape.S=" + positions + " dtype=" + type,
          "attention_" + function + "_" + positions + (type.equals("fp32") ? "" : "_bf16"),
          scratch);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "gelu, 256",
    "gelu, 512",
    "gelu, 1024",
    "by_sigmoid, 256",
    "by_sigmoid, 512",
    "by_sigmoid, 1024",
  })
  void thoseOfTheMlpAreFresh(String function, int m, @TempDir Path scratch) throws IOException {
    String shape = " shape.M=" + m + " shape.K=" + 2 * m + " shape.N=" + 4 * m;
    for (String type : List.of("fp32", "bf16")) {
      record(
          "mlp_old.yaml",
          "kernel.function=" + function + shape + " dtype=" + type,
          "mlp_" + function + "_" + m + (type.equals("fp32") ? "" : "_bf16"),
          scratch);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rows_128, 128, 512, 2048",
    "rows_512, 512, 512, 2048",
    "rows_2048, 2048, 512, 2048",
    "rows_8192, 8192, 512, 2048",
    "deep, 2048, 2048, 4096",
  })
  void thoseOfOtherSizesAreFresh(String name, int m, int k, int n, @TempDir Path scratch)
      throws IOException {
    String shape = "shape.M=" + m + " shape.K=" + k + " shape.N=" + n;
    for (String type : List.of("fp32", "bf16")) {
      record(
          "mlp_old.yaml",
          "kernel.function=gelu " + shape + " dtype=" + type,
          "mlp_" + name + (type.equals("fp32") ? "" : "_bf16"),
          scratch);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "256, 4096, 6144",
    "256, 4096, 2048",
    "256, 6144, 4096",
    "256, 2048, 4096",
    "512, 4096, 2048",
    "128, 4096, 6144",
    "640, 1280, 2560",
    "1024, 4096, 512",
  })
  void thoseOfSummedMatmulsAreFresh(int m, int k, int n, @TempDir Path scratch) throws IOException {
    String size = m + "_" + k + "_" + n;
    recordSummed(m, k, n, "shape.BM=16 shape.BN=2 shape.BK=8", size, scratch);
    if (m != 256 || k != 4096) {
      recordSummed(m, k, n, "shape.BM=1 shape.BN=12 shape.BK=4", "wide_" + size, scratch);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2048, 6144})
  void thoseOfLargeBlocksAreFresh(int n, @TempDir Path scratch) throws IOException {
    String blocks = "shape.BM=16 shape.BN=6 shape.BK=16";
    recordSummed(256, 4096, n, blocks, "deep_" + n, scratch);
    recordSummed(256, 4096, n, blocks + " ranks.lnc=2", "deep_" + n + "_cores", scratch);
  }

  private void recordSummed(int m, int k, int n, String blocks, String name, Path scratch)
      throws IOException {
    String shape = "shape.M=" + m + " shape.K=" + k + " shape.N=" + n + " ";
    record("summed_matmul.yaml", shape + blocks, "summed_matmul_" + name, scratch);
  }

  @ParameterizedTest
  @CsvSource({
    "tiled, 256, 4096",
    "tiled, 2048, 4096",
    "tiled, 4096, 128",
    "tiled, 32768, 128",
    "packed, 2048, 4096",
    "packed, 32768, 128",
  })
  void thoseOfCopiesAreFresh(String function, int m, int n, @TempDir Path scratch)
      throws IOException {
    String change = "kernel.function=" + function + " shape.M=" + m + " shape.N=" + n;
    record("copy.yaml", change, "copy_" + function + "_" + m + "_" + n, scratch);
  }

  @ParameterizedTest
  @CsvSource({"256, 4096", "2048, 4096", "4096, 128", "32768, 128"})
  void thoseOfRmsNormsAreFresh(int m, int n, @TempDir Path scratch) throws IOException {
    String shape = "shape.M=" + m + " shape.N=" + n;
    record("rms_norm.yaml", shape, "rms_norm_" + m + "_" + n, scratch);
  }

  @ParameterizedTest
  @CsvSource({
    "together, 128, 8192, 16384",
    "together, 512, 32768, 8192",
    "together, 129, 8193, 16384",
    "apart, 128, 8192, 4096",
    "apart, 512, 32768, 4096",
    "apart, 129, 8193, 4096",
  })
  void thoseOfTokenScoresAreFresh(String function, int m, int n, int width, @TempDir Path scratch)
      throws IOException {
    String shape = " shape.M=" + m + " shape.N=" + n + " shape.W=" + width;
    String change = "kernel.function=" + function + shape;
    record("token_scores.yaml", change, "token_scores_" + function + "_" + m, scratch);
  }

  @ParameterizedTest
  @CsvSource({"4, 2, 4", "4, 2, 2", "16, 2, 2", "2, 2, 2", "1, 1, 1"})
  void thoseOfCubesAreFresh(int m, int n, int k, @TempDir Path scratch) throws IOException {
    recordTuned("shape.M=2048 shape.K=2048 shape.N=2048", m, n, k, "cube", scratch);
  }

  @ParameterizedTest
  @CsvSource({"4, 1, 2", "16, 3, 2", "32, 3, 1", "16, 12, 2", "4, 24, 1"})
  void thoseOfFlatMatmulsAreFresh(int m, int n, int k, @TempDir Path scratch) throws IOException {
    recordTuned("shape.M=4096 shape.K=256 shape.N=12288", m, n, k, "flat", scratch);
  }

  private void recordTuned(String shape, int m, int n, int k, String name, Path scratch)
      throws IOException {
    String blocks = " shape.BM=" + m + " shape.BN=" + n + " shape.BK=" + k + " dtype=fp32";
    String stream = "summed_matmul_" + name + "_" + m + "_" + n + "_" + k;
    record("summed_matmul.yaml", shape + blocks, stream, scratch);
  }

  private void record(String file, String change, String stream, Path scratch) throws IOException {
    Scenario scenario =
        new ScenarioLoader(Kernels.ALL)
            .load(
                SCENARIOS.resolve(file),
                Stream.of(change.replace(';', ',').split(" ")).map(Assignment::parse).toList());
    Path made = scratch.resolve("stream");
    NkiKernel.save(scenario.kernel().recording(scenario.request()).orElseThrow(), made);
    String name = "/accuracy/nki/" + stream + ".nki.gz";
    try (InputStream kept = new GZIPInputStream(getClass().getResourceAsStream(name))) {
      assertArrayEquals(kept.readAllBytes(), Files.readAllBytes(made), name);
    }
  }
}
