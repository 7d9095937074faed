package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.nki.NkiKernel;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** The streams of measured kernels are what the recorder makes of the kernels in scenarios/nki. */
class RecordedStreamsTest {
  private static final Path SCENARIOS = Path.of("..", "scenarios", "nki");

  private static final String EXPERTS =
      "shape.H=2048 shape.I=256 shape.J=512 shape.E=128 shape.K=8,";

  private static final String VISITS =
      "shape.H=4096 shape.B=32 shape.E=18 shape.G=16 shape.I=12 kernel.trip_counts=";

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
    "vector_add.yaml, shape.N=25600 shape.W=2, vector_add_2",
    "vector_add.yaml, shape.N=25600 shape.W=200, vector_add_200",
    "vector_add.yaml, kernel.function=vector_add_chunks shape.N=25600 shape.W=128,"
        + " vector_add_chunks",
    "experts.yaml, kernel.function=tiles " + EXPERTS + "experts_tiles",
    "experts.yaml, kernel.function=rows " + EXPERTS + "experts_rows",
    "experts.yaml, kernel.function=wide " + EXPERTS + "experts_wide",
    "experts.yaml, kernel.function=whole " + EXPERTS + "experts_whole",
    "experts.yaml, kernel.function=whole_wide " + EXPERTS + "experts_whole_wide",
    "decode_experts.yaml, shape.T=1 "
        + VISITS
        + "{\"decode_experts.py:243\":0}, decode_experts_1_0",
    "decode_experts.yaml, shape.T=1 "
        + VISITS
        + "{\"decode_experts.py:243\":1}, decode_experts_1_1",
    "decode_experts.yaml, shape.T=1 "
        + VISITS
        + "{\"decode_experts.py:243\":2}, decode_experts_1_2",
    "decode_experts.yaml, shape.T=4 "
        + VISITS
        + "{\"decode_experts.py:243\":2}, decode_experts_4_2",
    "decode_experts.yaml, shape.T=4 "
        + VISITS
        + "{\"decode_experts.py:243\":4}, decode_experts_4_4",
    "library_matmul.yaml, kernel.function=whole, library_whole",
    "library_matmul.yaml, kernel.function=blocks, library_blocks",
    "library_matmul.yaml, kernel.function=packed_blocks, library_packed_blocks",
    "library_matmul.yaml, kernel.function=row_blocks "
        + "kernel.check=matmul(lhs;rhs), library_row_blocks",
    "library_matmul.yaml, kernel.function=turned_blocks "
        + "kernel.check=matmul(lhs;rhs), library_turned_blocks",
    "library_matmul_turned.yaml, kernel.function=whole_turned, library_whole_turned",
    "library_matmul_turned.yaml, kernel.function=whole_rhs_turned, library_whole_rhs_turned",
    "attention_old.yaml, kernel.function=phases shape.S=512 dtype=fp32, attention_phases_512",
    "attention_old.yaml, kernel.function=fused shape.S=512 dtype=fp32, attention_fused_512",
    "attention_old.yaml, kernel.function=phases shape.S=1024 dtype=fp32, attention_phases_1024",
    "attention_old.yaml, kernel.function=fused shape.S=1024 dtype=fp32, attention_fused_1024",
    "attention_old.yaml, kernel.function=phases shape.S=2048 dtype=fp32, attention_phases_2048",
    "attention_old.yaml, kernel.function=fused shape.S=2048 dtype=fp32, attention_fused_2048",
    "attention_old.yaml, kernel.function=phases shape.S=512 dtype=bf16, attention_phases_512_bf16",
    "attention_old.yaml, kernel.function=fused shape.S=512 dtype=bf16, attention_fused_512_bf16",
    "attention_old.yaml, kernel.function=phases shape.S=1024 dtype=bf16,"
        + " attention_phases_1024_bf16",
    "attention_old.yaml, kernel.function=fused shape.S=1024 dtype=bf16, attention_fused_1024_bf16",
    "attention_old.yaml, kernel.function=phases shape.S=2048 dtype=bf16,"
        + " attention_phases_2048_bf16",
    "attention_old.yaml, kernel.function=fused shape.S=2048 dtype=bf16, attention_fused_2048_bf16",
    "mlp_old.yaml, kernel.function=gelu shape.M=256 shape.K=512 shape.N=1024 dtype=fp32,"
        + " mlp_gelu_256",
    "mlp_old.yaml, kernel.function=by_sigmoid shape.M=256 shape.K=512 shape.N=1024 dtype=fp32,"
        + " mlp_by_sigmoid_256",
    "mlp_old.yaml, kernel.function=gelu shape.M=512 shape.K=1024 shape.N=2048 dtype=fp32,"
        + " mlp_gelu_512",
    "mlp_old.yaml, kernel.function=by_sigmoid shape.M=512 shape.K=1024 shape.N=2048 dtype=fp32,"
        + " mlp_by_sigmoid_512",
    "mlp_old.yaml, kernel.function=gelu shape.M=1024 shape.K=2048 shape.N=4096 dtype=fp32,"
        + " mlp_gelu_1024",
    "mlp_old.yaml, kernel.function=gelu shape.M=256 shape.K=512 shape.N=1024 dtype=bf16,"
        + " mlp_gelu_256_bf16",
    "mlp_old.yaml, kernel.function=by_sigmoid shape.M=256 shape.K=512 shape.N=1024 dtype=bf16,"
        + " mlp_by_sigmoid_256_bf16",
    "mlp_old.yaml, kernel.function=gelu shape.M=512 shape.K=1024 shape.N=2048 dtype=bf16,"
        + " mlp_gelu_512_bf16",
    "mlp_old.yaml, kernel.function=by_sigmoid shape.M=512 shape.K=1024 shape.N=2048 dtype=bf16,"
        + " mlp_by_sigmoid_512_bf16",
    "mlp_old.yaml, kernel.function=gelu shape.M=1024 shape.K=2048 shape.N=4096 dtype=bf16,"
        + " mlp_gelu_1024_bf16",
    "mlp_old.yaml, kernel.function=by_sigmoid shape.M=1024 shape.K=2048 shape.N=4096 dtype=fp32,"
        + " mlp_by_sigmoid_1024",
    "mlp_old.yaml, kernel.function=by_sigmoid shape.M=1024 shape.K=2048 shape.N=4096 dtype=bf16,"
        + " mlp_by_sigmoid_1024_bf16",
  })
  void areFresh(String file, String change, String stream, @TempDir Path scratch)
      throws IOException {
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
