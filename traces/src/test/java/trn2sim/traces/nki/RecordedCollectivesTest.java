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
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.analysis.LowerBounds;
import trn2sim.traces.run.RunResult;

/** Collectives of tensors with more than two dimensions, and what a rank does with its number. */
class RecordedCollectivesTest {
  private static final String KERNEL =
      """
      import nki
      import nki.collectives as ncc
      import nki.isa as nisa
      import nki.language as nl

      def hbm(shape, x, name):
          return nl.ndarray(shape, dtype=x.dtype, buffer=nl.shared_hbm, name=name)

      @nki.jit
      def collectives(x, tp):
          group = ncc.ReplicaGroup([list(range(tp))])
          rows, *rest = x.shape
          s = hbm(x.shape, x, "s")
          nisa.dma_copy(dst=s, src=x)
          o1 = hbm((rows * tp, *rest), x, "o1")
          ncc.all_gather(dsts=[o1], srcs=[s], replica_group=group, collective_dim=0)
          o2 = hbm(x.shape, x, "o2")
          ncc.all_reduce(dsts=[o2], srcs=[s], replica_group=group, op=nl.add)
          o3 = hbm((rows // tp, *rest), x, "o3")
          ncc.reduce_scatter(
              dsts=[o3], srcs=[s], replica_group=group, collective_dim=0, op=nl.add)
          o4, o5 = hbm(x.shape, x, "o4"), hbm(x.shape, x, "o5")
          ncc.all_to_all(dsts=[o4, o5], srcs=[s, o2], replica_group=group, collective_dim=0)
          return tuple(copied(o, i) for i, o in enumerate((o1, o2, o3, o4, o5)))

      def copied(o, place):
          out = hbm(o.shape, o, f"out{place}")
          nisa.dma_copy(dst=out, src=o)
          return out

      @nki.jit
      def own(x, tp):
          rank = ncc.rank_id()
          part = x.reshape((4, 3, tp, 8 // tp, 16)).select(2, rank)
          out = hbm(part.shape, x, "out")
          nisa.dma_copy(dst=out, src=part)
          at = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
          nisa.register_store(dst=at, src=rank)
          twice = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
          nisa.tensor_scalar(dst=twice, data=at, op0=nl.multiply, operand0=2)
          row = hbm((1, 16), x, "row")
          flat = x.reshape((96, 16))
          nisa.dma_copy(dst=row, src=flat.ap([[16, 1], [1, 16]], scalar_offset=twice))
          column = x.reshape((96, 16)).select(1, rank)
          single = hbm(column.shape, x, "single")
          nisa.dma_copy(dst=single, src=column)
          return out, row, single

      def gathered(x, tp, dim):
          s = copied(x, 0)
          shape = (*x.shape[:dim], x.shape[dim] * tp, *x.shape[dim + 1:])
          o = hbm(shape, x, "o")
          group = ncc.ReplicaGroup([list(range(tp))])
          ncc.all_gather(dsts=[o], srcs=[s], replica_group=group, collective_dim=dim)
          return copied(o, 1)

      @nki.jit
      def second(x, tp):
          return gathered(x, tp, 1)

      def expected_second(x, tp, group):
          xs = [lists(member["x"]) for member in group]
          return [[row for one in xs for row in one[i]] for i in range(len(x))]

      @nki.jit
      def third(x, tp):
          return gathered(x, tp, 2)

      @nki.jit
      def around(x, tp):
          \"""What rows add up to that the steps of a ring name, though nothing is sent round it.\"""
          group = ncc.ReplicaGroup([list(range(tp))])
          rows = x.reshape((96, 16))
          total = nl.ndarray((1, 16), dtype=x.dtype, buffer=nl.sbuf)
          nisa.memset(dst=total, value=0.0)
          for step in range(tp):
              at = ncc.collective_permute_implicit_current_processing_rank_id(step, group)
              row = nl.ndarray((1, 16), dtype=x.dtype, buffer=nl.sbuf)
              nisa.dma_copy(dst=row, src=rows.ap([[16, 1], [1, 16]], scalar_offset=at))
              nisa.tensor_tensor(dst=total, data1=total, data2=row, op=nl.add)
          out = hbm((1, 16), x, "out")
          nisa.dma_copy(dst=out, src=total)
          return out

      def expected_around(x, tp):
          return [[sum(column) for column in zip(*lists(x)[0][0][:tp])]]

      def add(values):
          if not isinstance(values[0], list):
              return sum(values)
          return [add(list(parts)) for parts in zip(*values)]

      def lists(x):
          return x.tolist() if hasattr(x, "tolist") else x

      def expected(x, tp, rank, group):
          xs = [lists(member["x"]) for member in group]
          n = len(xs[0]) // tp
          total = add(xs)
          mine = [row for one in xs for row in one[rank * n:rank * n + n]]
          sums = total[rank * n:rank * n + n] * tp
          return [row for one in xs for row in one], total, total[rank * n:rank * n + n], mine, sums

      def expected_own(x, tp, rank):
          x, n = lists(x), 8 // tp
          flat = [row for a in x for b in a for row in b]
          part = [[b[rank * n:rank * n + n] for b in a] for a in x]
          return part, [flat[2 * rank]], [row[rank] for row in flat]
      """;

  @TempDir Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  @ParameterizedTest
  @CsvSource({
    "collectives, expected, 0", "collectives, expected, 1", "collectives, expected, 2",
    "collectives, expected, 3", "collectives, expected, 4", "own, expected_own, 0",
    "own, expected_own, 1", "own, expected_own, 2", "second, expected_second, 0",
    "around, expected_around, 0",
  })
  void computesWhatTheReferenceSays(String function, String reference, int output)
      throws IOException {
    RunResult result = run(function, reference, output);
    assertTrue(result.passed(), () -> result.verdicts().toString());
    assertEquals(4, result.verdicts().size());
  }

  @Test
  void gathersAlongInnerDimensionsAreRefused() {
    String said =
        assertThrows(NkiException.class, () -> run("third", "expected_second", 0)).getMessage();
    assertTrue(said.endsWith(": E10 all_gather along dimension 2, expected 0 or 1"), said);
  }

  /** Of four ranks' parts three come from others: 3 + 2 x 3/4 + 3/4 + 2 x 3/4 of the tensor. */
  @Test
  void whatACoreReceivesTakesAtLeastItsTime() throws IOException {
    RunResult result = run("collectives", "expected", 0);
    long linkPs = (long) Math.ceil(6.75 * (4 * 3 * 8 * 16 * 4) / 66e9 * 1e12);
    assertEquals(linkPs, LowerBounds.of(result).get("link"));
    assertTrue(linkPs < result.timeline().endPs());
  }

  private RunResult run(String function, String reference, int output) throws IOException {
    return KernelFile.run(
        folder,
        "kernel: { nki: k.py, function: "
            + function
            + ", args: { x: { shape: [4, 3, 8, 16] }, tp: tp }, reference: k.py:"
            + reference
            + ", output: "
            + output
            + " }\nshape: {}\ndtype: fp32\nranks: { tp: 4, lnc: 1 }\n"
            + "run: { mode: functional }\n");
  }
}
