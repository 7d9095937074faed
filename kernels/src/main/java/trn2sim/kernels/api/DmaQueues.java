package trn2sim.kernels.api;

import java.util.Locale;
import java.util.Optional;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;

/**
 * Which engine issues a kernel's DMAs, and who makes their descriptors. Where the kernel leaves it
 * to the compiler, kernel inputs and outputs go through GpSimd with software descriptors, reads of
 * tensors that only the kernel uses through Sync and writes of them through Scalar, both with
 * hardware descriptors: what public files compiled by neuronx-cc 2.23 show. Copies from tile to
 * tile have hardware descriptors too, and DMAs of one row between HBM and a tile have descriptors
 * built beforehand, as the counters of public profiles say (docs/compiler.md). Such rings are
 * Sync's for loads and GpSimd's for stores, as compiled by 2.21.
 *
 * @param dge the one mode for all DMAs, absent if the compiler chooses
 * @param software how GpSimd makes descriptors
 */
public record DmaQueues(Optional<Dge> dge, Dge software) {
  private static final String AUTO = "auto";

  /** The option by which a scenario chooses. */
  public static final ParameterSpec OPTION =
      ParameterSpec.word(
          "dge",
          "who makes DMA descriptors: the compiler's choice (swdge with compiler.order source),"
              + " GpSimd, hardware, or built beforehand",
          AUTO,
          "swdge",
          "hwdge",
          "static");

  /** How the author of a kernel gets what a value of the option stands for. */
  public static String remedy(String value) {
    return switch (value) {
      case AUTO -> "no dge_mode, compiled without --disable-dge";
      case "static" -> "dge_mode none at each DMA, or compiled with --disable-dge";
      default -> "dge_mode " + value + " at each DMA";
    };
  }

  /** The same mode for all DMAs. */
  public static DmaQueues all(Dge dge) {
    return new DmaQueues(Optional.of(dge), Dge.SWDGE);
  }

  /** Another mode for all, made in software as here. */
  public DmaQueues only(Dge mode) {
    return new DmaQueues(Optional.of(mode), software);
  }

  /** The same, with descriptors that GpSimd makes one by one. */
  public DmaQueues oneByOne() {
    return new DmaQueues(dge, Dge.SWDGE_ONE_BY_ONE);
  }

  /** Whether it is left to the compiler. */
  public static boolean isOpen(Settings options) {
    return options.has(OPTION.name()) && options.word(OPTION.name()).equals(AUTO);
  }

  /** The same options with all descriptors built beforehand. */
  public static Settings prepared(Settings options) {
    return options.with(OPTION.name(), "static");
  }

  /** Whether no descriptor is made at run time unless there is no other way. */
  public boolean prepared() {
    return dge.filter(Dge.STATIC::equals).isPresent();
  }

  /** What a request asks for. */
  public static DmaQueues of(Request request) {
    String word = request.options().word(OPTION.name());
    if (!word.equals(AUTO)) {
      return all(Dge.valueOf(word.toUpperCase(Locale.ROOT)));
    }
    boolean compiled = request.compiler().order() == CompilerSettings.Order.LIST;
    return compiled ? new DmaQueues(Optional.empty(), Dge.SWDGE) : all(Dge.SWDGE);
  }

  /**
   * Casts and run-time offsets that a mode lacks fall back to software; a transpose is made from
   * descriptors built beforehand, because software cannot and hardware only for few rows
   * (aws-neuron-sdk nki/deep-dives/nki-dge.rst).
   */
  public DmaCopy transfer(Access dst, Access src, boolean transpose) {
    Dge wanted = transpose ? Dge.STATIC : dge.orElseGet(() -> usual(dst, src));
    boolean cast = dst.dtype() != src.dtype();
    boolean moves = dst.movesAtRunTime() || src.movesAtRunTime();
    boolean gathers = gathers(dst) || gathers(src);
    boolean lacking = (wanted == Dge.HWDGE && (cast || gathers)) || (wanted == Dge.STATIC && moves);
    Dge made = lacking || wanted == Dge.SWDGE ? software : wanted;
    return new DmaCopy(issuer(made, dst, src), made, dst, src, transpose);
  }

  /** What compilers choose; those of the older dialect did not tell rows from tiles. */
  private Dge usual(Access dst, Access src) {
    boolean inHbm = !(dst.buffer().onChip() && src.buffer().onChip());
    if (inHbm && software == Dge.SWDGE && (isRow(dst) || isRow(src))) {
      return Dge.STATIC;
    }
    return internal(dst, src) ? Dge.HWDGE : Dge.SWDGE;
  }

  /** Within a single partition. */
  private static boolean isRow(Access access) {
    return access.buffer().onChip() && access.rows() == 1;
  }

  /** Rows from places of their own: only software makes such descriptors. */
  private static boolean gathers(Access access) {
    return access.index().filter(Access.Index::perRow).isPresent();
  }

  private Engine issuer(Dge made, Access dst, Access src) {
    boolean write = dge.isPresent() ? src.space() != MemorySpace.HBM : isInternal(dst);
    return switch (made) {
      case SWDGE, SWDGE_ONE_BY_ONE -> Engine.GPSIMD;
      case HWDGE -> write ? Engine.SCALAR : Engine.SYNC;
      case STATIC -> stores(dst, src) ? Engine.GPSIMD : Engine.SYNC;
    };
  }

  private static boolean stores(Access dst, Access src) {
    return src.space() != MemorySpace.HBM && dst.space() == MemorySpace.HBM;
  }

  /** Of tensors that only the kernel uses: tiles on both sides are. */
  private static boolean internal(Access dst, Access src) {
    boolean tiles = dst.buffer().onChip() && src.buffer().onChip();
    return tiles || isInternal(dst) || isInternal(src);
  }

  private static boolean isInternal(Access access) {
    Buffer buffer = access.buffer();
    return !buffer.onChip() && buffer.role() == Buffer.Role.SCRATCH;
  }
}
