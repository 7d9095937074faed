package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.kernels.Kernels;
import trn2sim.traces.run.RunResult;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.ScenarioLoader;

/** Collectives among some of the ranks: every rank takes part in its own group. */
class ReplicaGroupsTest {
  private static final String KERNEL =
      """
      import nki
      import nki.collectives as ncc
      import nki.isa as nisa
      import nki.language as nl

      def hbm(shape, x, name):
          return nl.ndarray(shape, dtype=x.dtype, buffer=nl.shared_hbm, name=name)

      def copied(x, name):
          out = hbm(x.shape, x, name)
          nisa.dma_copy(dst=out, src=x)
          return out

      @nki.jit
      def several(x, pairs, strided):
          rows, columns = x.shape
          own = copied(x, "own")
          half = hbm((rows // 2, columns), x, "half")
          ncc.reduce_scatter(
              srcs=[own], dsts=[half], replica_group=pairs, collective_dim=0, op=nl.add)
          whole = hbm((rows, columns), x, "whole")
          ncc.all_gather(srcs=[half], dsts=[whole], replica_group=strided, collective_dim=0)
          swapped = hbm((rows, columns), x, "swapped")
          ncc.all_to_all(srcs=[whole], dsts=[swapped], replica_group=pairs, collective_dim=0)
          everyone = ncc.ReplicaGroup([[0, 1, 2, 3]])
          total = hbm((rows, columns), x, "total")
          ncc.all_reduce(srcs=[swapped], dsts=[total], replica_group=everyone, op=nl.maximum)
          return tuple(copied(t, f"out{i}") for i, t in enumerate((half, whole, swapped, total)))

      def lists(x):
          return x.tolist() if hasattr(x, "tolist") else x

      def expected(x, rank, group):
          xs = [lists(member["x"]) for member in group]
          n = len(xs[0]) // 2
          def half(r):
              first = r // 2 * 2
              part = slice(r % 2 * n, r % 2 * n + n)
              return [[a + b for a, b in zip(p, q)]
                      for p, q in zip(xs[first][part], xs[first + 1][part])]
          def whole(r):
              return half(r % 2) + half(r % 2 + 2)
          def swapped(r):
              first, part = r // 2 * 2, slice(r % 2 * n, r % 2 * n + n)
              return whole(first)[part] + whole(first + 1)[part]
          all_of = [swapped(r) for r in range(4)]
          total = [[max(v) for v in zip(*rows)] for rows in zip(*all_of)]
          return half(rank), whole(rank), swapped(rank), total

      @nki.jit
      def sums(x, groups):
          own, summed = copied(x, "own"), hbm(x.shape, x, "summed")
          ncc.all_reduce(srcs=[own], dsts=[summed], replica_group=groups, op=nl.add)
          return copied(summed, "out")
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    PythonHere.orSkip();
    Files.writeString(folder.resolve("k.py"), KERNEL, StandardCharsets.UTF_8);
  }

  private RunResult run(String function, String args, String ranks, String mode)
      throws IOException {
    Path scenario = folder.resolve("s.yaml");
    Files.writeString(
        scenario,
        String.join(
            "\n",
            "kernel:",
            "  nki: k.py",
            "  function: " + function,
            "  args: { x: { shape: [8, 16] }, " + args + " }",
            mode,
            "shape: {}",
            "dtype: fp32",
            "ranks: " + ranks,
            ""),
        StandardCharsets.UTF_8);
    return ScenarioRunner.standard()
        .runOnce(new ScenarioLoader(Kernels.ALL).load(scenario, List.of()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void computesWhatTheReferenceSays(int output) throws IOException {
    String groups =
        "pairs: { replica_group: [[0, 1], [2, 3]] }, strided: { replica_group: [[0, 2], [1, 3]] }";
    String check =
        "  reference: k.py:expected\n  output: " + output + "\nrun: { mode: functional }";
    RunResult result = run("several", groups, "{ tp: 4, lnc: 1 }", check);
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @Test
  void takesAsLongAsGroupsOfTheRun() throws IOException {
    String groups = "groups: { replica_group: [[0, 1], [2, 3]] }";
    String timing = "run: { mode: timing }";
    long named = run("sums", groups, "{ tp: 4, lnc: 1 }", timing).totalPs();
    assertEquals(run("sums", groups, "{ tp: 2, groups: 2, lnc: 1 }", timing).totalPs(), named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[[0, 1]]", "[[0, 1, 2], [3]]", "[[1, 0], [2, 3]]"})
  void refusesWhatIsNoDivisionOfTheRanks(String groups) {
    String args = "groups: { replica_group: " + groups + " }";
    Exception refused =
        assertThrows(
            RuntimeException.class, () -> run("sums", args, "{ tp: 4, lnc: 1 }", "run: {}"));
    assertTrue(refused.getMessage().contains("E10"), refused.getMessage());
  }
}
