package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.traces.run.RunResult;

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
      def partners(x, pairs, strided):
          own, more, swapped = copied(x, "own"), copied(x, "more"), hbm(x.shape, x, "swapped")
          ncc.collective_permute(
              srcs=[own], dsts=[swapped], source_target_pairs=[(0, 2), (2, 0), (1, 3), (3, 1)])
          everyone, passed = ncc.ReplicaGroup([[0, 1, 2, 3]]), hbm(x.shape, x, "passed")
          ncc.collective_permute_implicit_reduce(
              [[own]], [[more]], [[passed]], replica_group=everyone, op=nl.add)
          tiles = [nl.ndarray(x.shape, dtype=x.dtype, buffer=nl.sbuf) for _ in range(3)]
          for tile in tiles[:2]:
              nisa.dma_copy(dst=tile, src=x)
          ncc.collective_permute_implicit_reduce(
              [[tiles[0]]], [[tiles[1]]], [[tiles[2]]], everyone, nl.maximum)
          full = hbm((4 * x.shape[0], x.shape[1]), x, "full")
          counts = nl.ndarray((3, 4), dtype=nl.uint32, buffer=nl.shared_hbm)
          ncc.all_gather_v([own], [full], everyone, counts, recv_counts_known=True)
          return tuple(copied(t, f"o{i}") for i, t in enumerate((swapped, passed, tiles[2], full)))

      def expected_partners(x, rank, group):
          xs = [lists(member["x"]) for member in group]
          before = xs[(rank + 3) % 4]
          twice = [[2 * v for v in row] for row in before]
          return xs[rank ^ 2], twice, before, [row for one in xs for row in one]

      @nki.jit
      def sums(x, groups):
          own, summed = copied(x, "own"), hbm(x.shape, x, "summed")
          ncc.all_reduce(srcs=[own], dsts=[summed], replica_group=groups, op=nl.add)
          return copied(summed, "out")
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  private RunResult run(String function, String args, String ranks, String mode)
      throws IOException {
    return KernelFile.run(
        folder,
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
            ""));
  }

  @ParameterizedTest
  @CsvSource({
    "several, expected, 0",
    "several, expected, 1",
    "several, expected, 2",
    "several, expected, 3",
    "partners, expected_partners, 0",
    "partners, expected_partners, 1",
    "partners, expected_partners, 2",
    "partners, expected_partners, 3",
  })
  void computesWhatTheReferenceSays(String function, String reference, int output)
      throws IOException {
    String groups =
        "pairs: { replica_group: [[0, 1], [2, 3]] }, strided: { replica_group: [[0, 2], [1, 3]] }";
    String check =
        "  reference: k.py:" + reference + "\n  output: " + output + "\nrun: { mode: functional }";
    RunResult result = run(function, groups, "{ tp: 4, lnc: 1 }", check);
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
