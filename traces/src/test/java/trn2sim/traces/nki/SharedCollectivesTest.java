package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.traces.run.RunResult;

/** Collectives that both cores of a rank issue, of rows and columns that need not be even. */
class SharedCollectivesTest {
  private static final String KERNEL =
      """
      import nki
      import nki.collectives as ncc
      import nki.isa as nisa
      import nki.language as nl

      def hbm(shape, x):
          return nl.ndarray(shape, dtype=x.dtype, buffer=nl.shared_hbm)

      @nki.jit
      def shared(x, kind):
          rows, columns = x.shape
          group = dict(replica_group=ncc.ReplicaGroup([[0, 1]]))
          shapes = {"below": (2 * rows, columns), "beside": (rows, 2 * columns)}
          a, b = hbm(x.shape, x), hbm(shapes.get(kind, x.shape), x)
          if nl.program_id(0) == 0:
              nisa.dma_copy(dst=a, src=x)
          nisa.core_barrier(a, (0, 1))
          if kind == "sum":
              ncc.all_reduce(srcs=[a], dsts=[b], op=nl.add, **group)
          elif kind == "ring":
              ncc.collective_permute_implicit([[a]], [[b]], **group)
          elif kind == "pairs":
              ncc.collective_permute([a], [b], source_target_pairs=[(0, 1), (1, 0)])
          elif kind == "swap":
              ncc.all_to_all(srcs=[a], dsts=[b], collective_dim=0, **group)
          else:
              ncc.all_gather(srcs=[a], dsts=[b], collective_dim=int(kind == "beside"), **group)
          nisa.core_barrier(b, (0, 1))
          out = hbm(b.shape, x)
          if nl.program_id(0) == 0:
              nisa.dma_copy(dst=out, src=b)
          return out

      def lists(x):
          return x.tolist() if hasattr(x, "tolist") else x

      def expected(x, kind, rank, group):
          first, second = (lists(member["x"]) for member in group)
          if kind == "sum":
              return [[a + b for a, b in zip(*rows)] for rows in zip(first, second)]
          if kind == "swap":
              flat = [sum(one, []) for one in (first, second)]
              n, columns = len(flat[0]) // 2, len(first[0])
              mine = sum((one[rank * n:rank * n + n] for one in flat), [])
              return [mine[i:i + columns] for i in range(0, 2 * n, columns)]
          if kind == "below":
              return first + second
          if kind == "beside":
              return [a + b for a, b in zip(first, second)]
          return first if rank else second

      @nki.jit
      def varying(x, out, counts, staged):
          given = [x, out, counts]
          used = [hbm(t.shape, t) for t in given] if staged else given
          if staged:
              for own, t in zip(used, given):
                  nisa.dma_copy(dst=own, src=t)
          ncc.all_to_all_v([used[0]], [used[1]], ncc.ReplicaGroup([[0, 1]]), used[2])
          if staged:
              for own, t in zip(used[1:], given[1:]):
                  nisa.dma_copy(dst=t, src=own)
          return out, counts

      def expected_varying(x, out, counts, rank, group):
          \"""Sent side by side, received at places that have room for twice as much.\"""
          filled, columns = sum(lists(out), []), len(lists(out)[0])
          half, part = len(filled) // 2, len(filled) // 4
          for sender, member in enumerate(group):
              sent = sum(lists(member["x"]), [])
              filled[sender * half:sender * half + part] = sent[rank * part:rank * part + part]
          rows = lists(counts)
          return (
              [filled[i:i + columns] for i in range(0, len(filled), columns)],
              [rows[0], rows[1], [rows[0][rank]] * 2])
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  @ParameterizedTest
  @CsvSource({
    "sum, 8, 1", "sum, 8, 5", "below, 8, 5", "beside, 8, 6", "beside, 5, 3", "beside, 1, 4",
    "ring, 5, 4", "ring, 1, 5", "ring, 1, 1", "pairs, 8, 4", "pairs, 1, 3", "swap, 1, 6",
    "swap, 1, 2", "swap, 4, 3",
  })
  void valuesAreThoseOfOneCollective(String kind, int rows, int columns) throws IOException {
    RunResult result =
        KernelFile.run(
            folder,
            "kernel: { nki: k.py, function: shared, reference: k.py:expected, args: { x: { shape: ["
                + rows
                + ", "
                + columns
                + "], dtype: fp32 }, kind: "
                + kind
                + " } }\nranks: { tp: 2, lnc: 2 }\nrun: { mode: functional }\n");
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }

  @ParameterizedTest
  @CsvSource({"0, 8, false", "1, 5, false", "0, 8, true", "1, 5, true"})
  void countsGoWithWhatIsSent(int output, int second, boolean staged) throws IOException {
    RunResult result =
        KernelFile.run(
            folder,
            String.join(
                "\n",
                "kernel:",
                "  nki: k.py",
                "  function: varying",
                "  reference: k.py:expected_varying",
                "  output: " + output,
                "  args:",
                "    x: { shape: [4, 4] }",
                "    out: { shape: [8, 4] }",
                "    counts: { shape: [3, 2], dtype: uint32, values: [[8, "
                    + second
                    + "], [0, 8], [0, 0]] }",
                "    staged: " + staged,
                "dtype: fp32",
                "ranks: { tp: 2, lnc: 2 }",
                "run: { mode: functional }",
                ""));
    assertTrue(result.passed(), () -> result.verdicts().toString());
  }
}
