package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.isa.Script;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Launch;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.Scenario;
import trn2sim.traces.scenario.ScenarioLoader;

/** Our kernels in NKI run as their twins in Java do, picosecond by picosecond. */
class RecordedKernelTest {
  private static final Path SCENARIOS = Path.of("..", "scenarios", "nki");
  private static final String RING =
      "kernel: allgather_matmul_ring\nshape: { m: 128, K: 512, n: 512 }\n"
          + "ranks: { tp: 8, lnc: 1 }\n";
  private static final String FGCC =
      "kernel: allgather_compute_matmul\nshape: { m: 512, K: 512, n: 512 }\n"
          + "ranks: { tp: 4, lnc: 2 }\n";

  @BeforeEach
  void needsPython() {
    PythonHere.orSkip();
  }

  static Stream<Arguments> twins() {
    return Stream.of("source", "list")
        .flatMap(
            order ->
                Stream.of(
                    Arguments.of(order, RING, "ring.yaml", ""),
                    Arguments.of(order, FGCC, "fgcc.yaml", ""),
                    Arguments.of(
                        order,
                        FGCC + "options: { force_hbm_cc: true }\n",
                        "fgcc.yaml",
                        "kernel.args.force_hbm_cc=true")));
  }

  @ParameterizedTest
  @MethodSource("twins")
  void runsAsItsTwin(String order, String java, String nki, String change) {
    YamlCursor top = YamlCursor.readString("twin", java + "compiler: { order: " + order + " }\n");
    Scenario twin = new ScenarioLoader(Kernels.ALL).read(top, "twin", "twin", Optional.empty());
    List<String> sizes =
        twin.shape().values().entrySet().stream()
            .map(size -> "shape." + size.getKey() + "=" + size.getValue())
            .toList();
    Stream<String> changes =
        Stream.concat(sizes.stream(), Stream.of("compiler.order=" + order, change));
    RunResult expected = ScenarioRunner.standard().run(twin);
    RunResult found = ScenarioRunner.standard().run(load(nki, changes));
    assertEquals(expected.outcome().timeline().endPs(), found.outcome().timeline().endPs());
    assertEquals(expected.timing(), found.timing(), "and over gathering first");
    assertEquals(expected.outcome().events(), found.outcome().events());
    assertEquals(opcodes(expected), opcodes(found));
  }

  @ParameterizedTest
  @CsvSource({
    "ring.yaml, shape.K=256",
    "all_reduce.yaml, shape.K=256",
    "all_reduce.yaml, kernel.function=reduce_scatter kernel.check=reduce_scatter(x)",
    "all_reduce.yaml, kernel.function=all_to_all kernel.check=all_to_all(x)",
    "fgcc.yaml, shape.K=256",
    "matmul.yaml, shape.M=512",
    "softmax.yaml, shape.M=256",
    "relu.yaml, shape.N=262144",
    "transpose.yaml, shape.M=256",
    "vector_add.yaml, kernel.nki=vector_add_old.py",
    "softmax.yaml, kernel.nki=softmax_old.py",
    "transpose.yaml, kernel.nki=transpose_old.py",
    "matmul.yaml, kernel.function=matmul_hoisted",
    "matmul.yaml, kernel.nki=matmul_old.py kernel.function=matmul_blocked",
    "experts.yaml, kernel.function=tiles",
    "experts.yaml, kernel.function=wide",
    "experts.yaml, kernel.function=whole shape.K=3",
    "experts.yaml, kernel.function=tiles_shares shape.K=3",
    "experts.yaml, kernel.function=rows_turned shape.I=256 shape.J=512",
    "experts.yaml, kernel.function=whole_ahead",
    "experts.yaml, kernel.function=whole_hidden",
    "decode_attention.yaml, kernel.function=columns",
    "decode_attention.yaml, kernel.function=shared shape.S=128",
    "decode_attention.yaml, kernel.function=together",
    "decode_block.yaml, kernel.function=hardware",
    "decode_block.yaml, kernel.function=software_ahead shape.S=128",
    "decode_block.yaml, kernel.function=hardware_columns shape.S=128"
        + " kernel.reference=decode_block_reference.py:expected_columns",
    "prefill_attention.yaml, shape.S=128",
    "layer_norm.yaml, shape.N=512 shape.W=256",
    "batch_norm.yaml, shape.M=300",
    "divergence.yaml, shape.N=1024 shape.W=256",
    "divergence.yaml, shape.N=256 shape.W=256",
    "gating.yaml, shape.M=256",
    "gated_silu.yaml, shape.N=262144",
    "conv2d.yaml, compiler.order=source",
    "conv2d.yaml, kernel.nki=conv2d_old.py",
    "all_gather.yaml, shape.K=512",
    "all_gather.yaml, kernel.function=all_gather_ring",
    "all_gather.yaml, ranks.lnc=1",
    "chunked_gather.yaml, shape.K=256",
  })
  void computesWhatItSays(String file, String change) {
    check(file, change);
  }

  @ParameterizedTest
  @CsvSource({
    "tile_matmul.yaml, shape.M=512 shape.K=1024",
    "auto_matmul.yaml, compiler.order=source",
    "summed_matmul.yaml, shape.M=256",
    "summed_matmul.yaml, shape.BN=1 ranks.lnc=2",
    "copy.yaml, kernel.function=tiled",
    "copy.yaml, kernel.function=packed",
    "rms_norm.yaml, shape.M=200 shape.N=512",
    "token_scores.yaml, kernel.function=together",
    "token_scores.yaml, kernel.function=apart shape.M=4 shape.N=512 shape.W=512",
    "library_matmul.yaml, shape.M=256 shape.K=256 shape.N=512",
    "library_matmul.yaml, kernel.function=blocks shape.M=512 shape.K=1024 shape.N=512",
    "library_matmul.yaml, kernel.function=packed_blocks shape.M=512 shape.K=1024 shape.N=512",
    "library_matmul.yaml, kernel.function=row_blocks kernel.check=matmul(lhs;rhs)"
        + " shape.M=256 shape.K=256 shape.N=512",
    "library_matmul.yaml, kernel.function=turned_blocks kernel.check=matmul(lhs;rhs)"
        + " shape.M=1024 shape.K=1024 shape.N=512",
    "library_matmul_turned.yaml, shape.M=128 shape.K=128 shape.N=512",
    "library_matmul_turned.yaml, kernel.function=whole_rhs_turned kernel.check=matmul_tt(lhs;rhs)"
        + " shape.M=128 shape.K=128 shape.N=512",
  })
  void copiesAndMatmulsComputeWhatTheySay(String file, String change) {
    check(file, change);
  }

  @ParameterizedTest
  @CsvSource({
    "expert_block.yaml, shape.E=8",
    "expert_block.yaml, kernel.function=scales_by_hardware",
    "expert_block_packed.yaml, kernel.function=packed",
    "expert_block_packed.yaml, kernel.function=packed_by_hardware shape.E=8",
  })
  void blocksOfExpertsComputeWhatTheySay(String file, String change) {
    check(file, change);
  }

  @ParameterizedTest
  @CsvSource({
    "gemm_old.yaml, shape.M=512 shape.K=256 shape.N=1024",
    "gemm_old.yaml, kernel.args.levels=[2;2] kernel.args.tiles=[2;1;1] kernel.args.order=KNM"
        + " shape.M=512 shape.K=256 shape.N=1024 dtype=fp32",
    "gemm_old.yaml, kernel.function=matmul kernel.check=matmul(lhs;rhs)"
        + " kernel.args.levels=[0;2] kernel.args.tiles=[2;1;1] kernel.args.order=NMK"
        + " shape.M=256 shape.K=256 shape.N=1024 dtype=fp32",
    "batched_matmul_old.yaml, shape.B=2 shape.K=16",
    "batched_matmul_old.yaml, shape.M=256 shape.K=16 shape.T=2 shape.W=1024",
    "adamw_old.yaml, shape.W=608",
    "attention_old.yaml, kernel.function=fused",
    "attention_old.yaml, kernel.function=phases",
    "mlp_old.yaml, shape.M=128 shape.K=128",
    "mlp_old.yaml, shape.N=512 kernel.function=by_sigmoid"
        + " kernel.reference=mlp_reference.py:by_sigmoid",
  })
  void computesWhatItSaysInTheOlderDialect(String file, String change) {
    check(file, change);
  }

  private static void check(String file, String change) {
    boolean wide = change.contains("softmax_old");
    Stream<String> changes =
        Stream.concat(
            Stream.of(change.replace(';', ',').split(" ")),
            Stream.of(
                "run.mode=functional", wide ? "ranks.lnc=1" : "", wide ? "shape.N=1000" : ""));
    RunResult result = ScenarioRunner.standard().runOnce(load(file, changes));
    assertTrue(result.passed(), () -> result.verdicts().toString());
    assertEquals(result.scenario().ranks().tp(), result.verdicts().size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"source", "list"})
  void everyStepKnowsItsLine(String order) {
    RunResult result =
        ScenarioRunner.standard()
            .runOnce(load("fgcc.yaml", Stream.of("shape.K=512", "compiler.order=" + order)));
    Launch launch = result.neuron().orElseThrow().compilation().launch();
    for (int core = 0; core < 2; core++) {
      for (Script.Step step : launch.cores().get(core).script().steps()) {
        var place = launch.sources().get(core).of(step.source()).orElseThrow();
        assertEquals("fgcc.py", place.innermost().file());
        var outermost = place.calls().get(place.calls().size() - 1);
        assertEquals("allgather_compute_matmul", outermost.function());
      }
    }
  }

  private static Scenario load(String file, Stream<String> changes) {
    return new ScenarioLoader(Kernels.ALL)
        .load(
            SCENARIOS.resolve(file),
            changes.filter(text -> !text.isEmpty()).map(Assignment::parse).toList());
  }

  /** What each core of the first rank runs, in its order. */
  private static List<List<String>> opcodes(RunResult result) {
    return result.neuron().orElseThrow().compilation().launch().roles().stream()
        .map(
            script ->
                script.steps().stream()
                    .map(step -> step.instruction().opcode() + " " + step.instruction().engine())
                    .toList())
        .toList();
  }
}
