package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.kernels.Kernels;
import trn2sim.traces.analysis.RingArrival;
import trn2sim.traces.analysis.RingStep;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;
import trn2sim.traces.scenario.ScenarioLoader;

/** The steps of a ring that a recorded kernel goes round, though it does not name them. */
class RingFragmentsTest {
  private static final Path SCENARIOS = Path.of("..", "scenarios");

  private static final String KERNEL =
      """
      import nki
      import nki.collectives as ncc
      import nki.isa as nisa
      import nki.language as nl

      def tile(buffer, dtype=nl.bfloat16):
          return nl.ndarray((128, 128), dtype=dtype, buffer=buffer)

      def loaded(x):
          t = tile(nl.sbuf)
          nisa.dma_copy(dst=t, src=x)
          return t

      def product(a, b):
          acc, t = tile(nl.psum, nl.float32), tile(nl.sbuf)
          nisa.nc_matmul(dst=acc, stationary=a, moving=b)
          nisa.tensor_copy(dst=t, src=acc)
          return t

      def sent(t, group):
          ring, received = tile(nl.hbm), tile(nl.hbm)
          nisa.dma_copy(dst=ring, src=t)
          ncc.collective_permute_implicit([[ring]], [[received]], group)
          return loaded(received)

      def stored(t):
          out = tile(nl.shared_hbm)
          nisa.dma_copy(dst=out, src=t)
          return out

      @nki.jit
      def beside(x, w, group):
          weights = loaded(w)
          other = product(weights, weights)
          fragment = loaded(x)
          outs = [stored(other)]
          for step in range(4):
              outs.append(stored(product(fragment, weights)))
              fragment = sent(fragment, group) if step < 3 else fragment
          return tuple(outs)

      @nki.jit
      def sums(x, w, group):
          total = product(loaded(x), loaded(w))
          for step in range(3):
              received = sent(total, group)
              total = tile(nl.sbuf)
              nisa.tensor_tensor(total, received, product(loaded(x), loaded(w)), nl.add)
          return stored(total)
      """;

  @TempDir private Path folder;

  private RunResult recorded(String function) throws IOException {
    KernelFile.write(folder, KERNEL);
    return KernelFile.run(
        folder,
        "kernel:\n  nki: k.py\n  function: "
            + function
            + "\n  args: { x: { shape: [128, 128] }, w: { shape: [128, 128] },"
            + " group: { replica_group: tp } }\n"
            + "shape: {}\ndtype: bf16\nranks: { tp: 4, lnc: 1 }\nrun: { mode: timing }\n");
  }

  private static RunResult run(String file, String changes) {
    PythonHere.orSkip();
    List<Assignment> set = List.of(changes.split(" ")).stream().map(Assignment::parse).toList();
    return ScenarioRunner.standard()
        .runOnce(new ScenarioLoader(Kernels.ALL).load(SCENARIOS.resolve(file), set));
  }

  @ParameterizedTest
  @CsvSource({
    "nki/ring.yaml, shape.K=512, ring-tp8-lnc1.yaml, shape.K=512, 8",
    "nki/fgcc.yaml, shape.m=256 shape.K=512 shape.n=512, fgcc-tp4.yaml,"
        + " shape.m=256 shape.K=512 shape.N=2048, 4",
    "nki/fgcc.yaml, kernel.args.force_hbm_cc=true shape.m=256 shape.K=512 shape.n=512,"
        + " fgcc-tp4.yaml, options.force_hbm_cc=true shape.m=256 shape.K=512 shape.N=2048, 4",
  })
  void areThoseOfTheSameKernelInJava(
      String file, String changes, String java, String javaChanges, int steps) {
    RunResult recorded = run(file, changes);
    assertEquals(steps, RingStep.of(recorded).size());
    RunResult other = run(java, javaChanges);
    assertEquals(RingStep.of(other), RingStep.of(recorded));
    assertEquals(RingArrival.of(other), RingArrival.of(recorded));
  }

  /** The first step begins with the rank's own fragment, not with what is multiplied before. */
  @Test
  void whatIsMultipliedBesideBelongsToNoStep() throws IOException {
    RunResult result = recorded("beside");
    List<RingStep> steps = RingStep.of(result);
    assertEquals(List.of(0, 1, 2, 3), steps.stream().map(RingStep::step).toList());
    long matmuls =
        result.neuron().orElseThrow().launch().cores().get(0).script().steps().stream()
            .filter(step -> step.instruction().opcode().equals("nc_matmul") && step.ringStep() >= 0)
            .count();
    assertEquals(4, matmuls);
  }

  @Test
  void sumsThatGoRoundAreNoFragments() throws IOException {
    assertEquals(List.of(), RingStep.of(recorded("sums")));
  }
}
