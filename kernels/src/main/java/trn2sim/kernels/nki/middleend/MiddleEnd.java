package trn2sim.kernels.nki.middleend;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.nki.stream.Fields;

/**
 * The optimiser that the compiler of the older dialect ran before scheduling: fills that nothing
 * reads, loads of what is there, copies out of PSUM that engines need not have and copies that only
 * round are left out, a row is spread over the partitions once for all its uses, the same line of
 * several iterations of an independent loop becomes one wider instruction, small reductions too,
 * and a loop that reads a tensor in HBM waits for all that another wrote to it. TensorE's other
 * instructions stay as they are.
 *
 * <p>That fills go follows from timed matmuls whose tiles are zeroed before they are loaded
 * (awslabs/nki-autotune@616e222 autotune/gemm/trn2-scoreboard.md): 1024 cubed takes 22 us more than
 * 512 cubed, in the model 31 us with the fills and 26 us without. That rows are spread once and
 * that copies which round go follows from counts (Jerry2423/kda-for-trainium@90770f2). A kernel
 * that multiplies 32 tiles by one row of 2048 elements ran 8 matmuls and 4 copies out of PSUM for
 * it, two passes of each bank (matmul_add_rmsnorm: 4616 matmuls, of which 4096 are products and 512
 * transposes, and 132 copies, of which 128 are of transposes); where it splits the 512 transposes
 * into two parts of two bytes, Vector ran 566 instructions, fewer than the 512 subtractions and 272
 * others of the source. Reading PSUM directly changed no count, nor did subtracting into the short
 * type without a copy (transpose_matmul, v2 and v2b). That loads come together though TensorE needs
 * them at once follows from a rotary embedding that takes the same time, with the same busy shares
 * of Vector and Scalar, in tiles of 512, 256 and 128 columns (rope, v3). The other rewrites are
 * inferred from public device traces of one compiler (2.23) beside the sources of their kernels
 * (allenkchau/trainium-kernel-fusion at d709ddf): fused attention in bf16 over 1024 positions has
 * 216 matmuls in both, but 32 copies out of PSUM where the source has 88, 36 reductions for 48, and
 * one store for eight. There the reductions of two elements, and what is made of them, are those of
 * four iterations, so that no exponential begins before the maxima of all four are known. The same
 * in three loops through HBM uses PSUM until 36.1 us and again from 74.6 us on: the third loop
 * begins when the second has ended, though its first tile was stored long before.
 *
 * <p>That loads go follows from times of the same repository (profiling/reports, mlp): products
 * whose source loads both tiles for every matmul take 47 us for 256 loads and 279 us for 2048,
 * where a load takes 0.6 us to issue; loads that come once, where SBUF holds them, are 49 and 272
 * us in the model. 8192 loads of 768 pieces, more than SBUF holds, take 1545 us; with all of the
 * larger operand loaded for every row of tiles, and 4 KiB of a partition for each DMA, the model
 * has 1576 us.
 */
public final class MiddleEnd {
  /** When it runs. */
  public enum Mode {
    /** For kernels of the older dialect, unless they ask for none. */
    AUTO,
    /** Whatever the kernel asks for. */
    ON,
    /** Never. */
    OFF;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The names that scenarios use. */
    public static List<String> labels() {
      return Arrays.stream(values()).map(Mode::label).toList();
    }

    public static Mode of(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  private static final String SKIPPED_BY = "skip_middle_end_transformations";

  private MiddleEnd() {}

  /** Whether a block with this head is of a kernel in NKI's older dialect. */
  public static boolean isOlderDialect(Fields head) {
    return head.optionalText("dialect").equals(Optional.of("old"));
  }

  /** Whether a block with this head is rewritten. */
  public static boolean applies(Mode mode, Fields head) {
    boolean old = isOlderDialect(head);
    if (mode == Mode.ON && !old) {
      throw new KernelException(
          "kernel.middle_end", "on", "auto or off, because the kernel is of the newer dialect");
    }
    boolean asked = head.has("flags") && head.texts("flags").contains(SKIPPED_BY);
    return mode == Mode.ON || (mode == Mode.AUTO && old && !asked);
  }

  /** The block as the optimiser leaves it; one that orders its instructions itself stays. */
  public static Block rewritten(Block block) {
    boolean ordered = block.calls().stream().anyMatch(c -> c.has("after") || c.has("region"));
    return ordered
        ? block
        : WholeTensors.of(
            Widening.of(
                shortened(SplitLoops.of(RepeatedRows.of(RepeatedLoads.of(DeadFills.of(block)))))));
  }

  private static Block shortened(Block block) {
    return CastFolding.of(CopyForwarding.of(block));
  }

  public static String remark(Block before, Block after) {
    return String.format(
        Locale.ROOT,
        "W3 the older dialect's optimiser, as modelled, leaves %d of %d instructions",
        after.calls().size(),
        before.calls().size());
  }
}
