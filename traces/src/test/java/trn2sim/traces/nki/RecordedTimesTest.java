package trn2sim.traces.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.timeline.Track;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.analysis.LowerBounds;
import trn2sim.traces.run.RunResult;

/** What a call in a kernel says about its cost reaches the instruction that it becomes. */
class RecordedTimesTest {
  private static final String KERNEL =
      """
      import nki
      import nki.isa as nisa
      import nki.language as nl

      def tile(x, shape, dtype=None):
          made = nl.ndarray(shape, dtype=dtype or x.dtype, buffer=nl.sbuf)
          nisa.memset(dst=made, value=0)
          return made

      @nki.jit
      def product(x, known):
          out = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
          sums = nl.ndarray((128, 512), dtype=nl.float32, buffer=nl.psum)
          nisa.nc_matmul(dst=sums, stationary=tile(x, (128, 128)), moving=tile(x, (128, 512)),
                         is_moving_onezero=known)
          held = tile(x, (128, 512))
          nisa.tensor_copy(dst=held, src=sums, engine=nisa.vector_engine)
          nisa.dma_copy(dst=out, src=held)
          return out

      @nki.jit
      def column(x, held):
          out = nl.ndarray((128, 96), dtype=x.dtype, buffer=nl.shared_hbm)
          place = nl.ndarray((1, 1), dtype=nl.int32, buffer=nl.sbuf)
          nisa.dma_copy(dst=place, src=held)
          wide, part = tile(x, (128, 192)), tile(x, (128, 96))
          nisa.tensor_copy(dst=part, src=wide.ap(pattern=[[192, 128], [1, 96]], scalar_offset=place,
                           indirect_dim=1), engine=nisa.vector_engine)
          nisa.dma_copy(dst=out, src=part)
          return out
      """;

  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    KernelFile.write(folder, KERNEL);
  }

  /** How long the instruction with this number keeps the engine busy. */
  private long busyPs(String scenario, String engine, int number) throws IOException {
    Track track = track(scenario, engine);
    return track.endPs(number) - track.startPs(number);
  }

  private Track track(String scenario, String engine) throws IOException {
    return KernelFile.run(folder, "kernel: { nki: k.py, " + scenario + " }\n")
        .timeline()
        .tracks()
        .stream()
        .filter(track -> track.name().endsWith("." + engine))
        .findFirst()
        .orElseThrow();
  }

  /**
   * 512 rows of fp32 at half rate: 2 cycles of 2.4 GHz each, twice, or once with zeros and ones.
   */
  @Test
  void aProductWithOnesAndZerosTakesHalfTheTime() throws IOException {
    String product = "function: product, args: { x: { shape: [1, 1], dtype: fp32 }, known: %s }";
    assertEquals(1_706_668, busyPs(product.formatted("false"), "Tensor", 0));
    assertEquals(853_334, busyPs(product.formatted("true"), "Tensor", 0));
  }

  /** The copy itself would free Vector after 157 ns - 88 ns + 50 ns. */
  @Test
  void aCopyFromAPlaceThatIsInSbufWaitsForARegister() throws IOException {
    String call =
        "function: column, args: { x: { shape: [1, 1], dtype: fp32 }, "
            + "held: { shape: [1, 1], dtype: int32 } }";
    assertEquals(600_000, busyPs(call, "Vector", 2));
  }

  /** The input is read twice and counts once; the output is written in halves. */
  @Test
  void everyTensorCountsOnceForTheBoundByHbm() throws IOException {
    KernelFile.write(
        folder,
        """
        import nki
        import nki.isa as nisa
        import nki.language as nl

        @nki.jit
        def rows(x):
            out = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.shared_hbm)
            held = nl.ndarray((128, 512), dtype=x.dtype, buffer=nl.sbuf)
            for again in range(2):
                nisa.dma_copy(dst=held, src=x)
            nisa.dma_copy(dst=out[0:64, :], src=held[0:64, :])
            nisa.dma_copy(dst=out[64:128, :], src=held[64:128, :])
            return out
        """);
    RunResult result =
        KernelFile.run(
            folder,
            "kernel: { nki: k.py, function: rows, args: { x: { shape: [128, 512], dtype: bf16 } } }\n");
    double bytesPerPs = result.traffic().hbm().stream().mapToDouble(Traffic::bytesPerPs).sum();
    long ps = (long) Math.ceil(2 * 128 * 512 * 2.0 / bytesPerPs);
    assertEquals(ps, LowerBounds.of(result).get("hbm"));
  }
}
