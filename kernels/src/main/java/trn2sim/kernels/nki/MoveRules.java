package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.Arithmetic;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.UnsupportedException;
import trn2sim.kernels.nki.stream.View;

/** DMA transfers; who issues them is the compiler's choice unless the call says. */
final class MoveRules {
  private final CoreScript script;
  private final Views views;
  private final DmaQueues queues;

  MoveRules(CoreScript script, Views views, DmaQueues queues) {
    this.script = script;
    this.views = views;
    this.queues = queues;
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("dma_copy", call -> move(call, false));
    rules.put("dma_transpose", call -> move(call, true));
    rules.put("dma_fill", this::fill);
    rules.put("dma_compute", this::compute);
    rules.put("dma_add", this::addTo);
  }

  private void move(Call call, boolean transpose) {
    call.requireOnly("dge_mode", "queue", "axes", "oob_mode");
    View from = call.input(0);
    List<Integer> usual = usual(from.dims().size());
    List<Integer> axes = call.has("axes") ? call.integers("axes") : usual;
    boolean matrices = transpose && axes.equals(usual);
    if (transpose && !matrices) {
      from = from.ordered(axes);
    }
    Access dst = views.of(call.output());
    Access src = views.of(from);
    if (matrices && from.looksUp()) {
      Buffer gathered = script.sbuf("gather", src.rows(), src.elements(), src.dtype());
      add(call, gathered.all(), src, false);
      src = gathered.all();
    }
    add(call, dst, src, matrices);
  }

  /**
   * The order in which a transpose takes the dimensions of its source (NKI dma_transpose): the
   * first and the last change places, so that what is between them numbers matrices.
   */
  private static List<Integer> usual(int dims) {
    return switch (dims) {
      case 3 -> List.of(2, 1, 0);
      case 4 -> List.of(3, 1, 2, 0);
      default -> List.of(1, 0);
    };
  }

  private void add(Call call, Access dst, Access src, boolean transpose) {
    script.add(transfer(call, dst, src, transpose));
  }

  private DmaCopy transfer(Call call, Access dst, Access src, boolean transpose) {
    Optional<Engine> issuer = call.word("queue").map(Call::engineNamed);
    Optional<Dge> mode = call.word("dge_mode").flatMap(MoveRules::mode);
    DmaQueues chosen = mode.or(() -> issuer.map(this::usual)).map(queues::only).orElse(queues);
    DmaCopy copy = chosen.transfer(dst, src, transpose);
    return issuer.map(by -> new DmaCopy(by, made(copy, by), dst, src, transpose)).orElse(copy);
  }

  /** HBM is filled from a tile that holds the value in all its elements. */
  private void fill(Call call) {
    call.requireOnly("value");
    Access dst = views.of(call.output());
    int rows = Math.min(dst.rows(), NkiLimits.PARTITIONS);
    Buffer tile = script.sbuf("fill", rows, dst.elements(), dst.dtype());
    script.memset(Engine.VECTOR, tile.all(), call.number("value", 0));
    for (int row = 0; row < dst.rows(); row += rows) {
      int count = Math.min(rows, dst.rows() - row);
      long first = (long) dst.row() * dst.buffer().cols() + dst.col() + (long) row * dst.pitch();
      Access part =
          new Access(
              dst.buffer(),
              (int) (first / dst.buffer().cols()),
              count,
              (int) (first % dst.buffer().cols()),
              dst.pattern(),
              dst.pitch(),
              dst.offset());
      add(call, part, tile.slice(0, count, 0, dst.elements()), false);
    }
  }

  /** Added to what is there while it moves: rows that several indices name add up. */
  private void addTo(Call call) {
    call.requireOnly();
    Access dst = views.of(call.output());
    script.add(transfer(call, dst, views.of(call.input(0)), false).adding());
  }

  /** The sources meet in SBUF: each is brought there, and the Vector engine combines them. */
  private void compute(Call call) {
    call.requireOnly("reduce_op", "scales", "unique_indices", "oob_mode");
    AluOp op = TileRules.alu(call, "reduce_op");
    List<Access> sources =
        call.inputs().subList(0, call.sources()).stream().map(views::of).toList();
    Access dst = views.of(call.output());
    List<Access> sides = Stream.concat(sources.stream(), Stream.of(dst)).toList();
    long run = sides.stream().mapToLong(Access::sideBySide).min().getAsLong();
    if (sides.stream().allMatch(side -> isFoldable(side, run))) {
      sources = sources.stream().map(side -> folded(side, run)).toList();
      dst = folded(dst, run);
    }
    List<Access> tiles = new ArrayList<>();
    for (Access src : sources) {
      int rows = Math.min(src.rows(), NkiLimits.PARTITIONS);
      Buffer tile =
          script.sbuf("dma_compute", rows, Math.toIntExact(src.size() / rows), src.dtype());
      add(call, tile.all(), src, false);
      tiles.add(scaled(call, tile.all(), tiles.size()));
    }
    Access sum = tiles.get(0);
    for (int i = 1; i < tiles.size(); i++) {
      Arithmetic.Term term = new Arithmetic.Term(op, new Arithmetic.Elements(tiles.get(i)), false);
      sum = combined(sum, term, i == tiles.size() - 1 ? dst.dtype() : DType.FP32);
    }
    add(call, dst, sum, false);
  }

  private static boolean isFoldable(Access side, long run) {
    return !side.buffer().onChip()
        && side.pattern().run() == side.elements()
        && side.offset().isEmpty()
        && side.index().isEmpty()
        && side.pitch() != 0
        && side.sideBySide() % run == 0
        && (side.sideBySide() == side.size() || side.sideBySide() == run)
        && run % NkiLimits.PARTITIONS == 0;
  }

  /** The same elements over all partitions, each of which has a part of every run. */
  private static Access folded(Access side, long run) {
    int each = Math.toIntExact(run / NkiLimits.PARTITIONS);
    int runs = Math.toIntExact(side.size() / run);
    int apart = side.sideBySide() == run ? side.pitch() : Math.toIntExact(run);
    Pattern.Dim part = new Pattern.Dim(1, each);
    return new Access(
        side.buffer(),
        side.row(),
        NkiLimits.PARTITIONS,
        side.col(),
        new Pattern(runs == 1 ? List.of(part) : List.of(new Pattern.Dim(apart, runs), part)),
        each,
        Optional.empty());
  }

  private Access scaled(Call call, Access tile, int number) {
    if (call.attributes().get("scales") instanceof List<?> scales) {
      float scale = ((Number) scales.get(number)).floatValue();
      var factor = new Arithmetic.Immediate(scale);
      return combined(tile, new Arithmetic.Term(AluOp.MULTIPLY, factor, false), DType.FP32);
    }
    return tile;
  }

  /** In place where the type stays; a sum is fp32 until it is whole. */
  private Access combined(Access tile, Arithmetic.Term term, DType type) {
    Access into =
        tile.dtype() == type
            ? tile
            : script.sbuf("dma_compute", tile.rows(), tile.elements(), type).all();
    script.add(new Arithmetic(Engine.VECTOR, "dma_compute", into, tile, List.of(term)));
    return into;
  }

  /** Only GpSimd makes descriptors in software; what another queue cannot make is prepared. */
  private static Dge made(DmaCopy copy, Engine issuer) {
    return copy.dge().isSoftware() && issuer != Engine.GPSIMD ? Dge.STATIC : copy.dge();
  }

  private Dge usual(Engine issuer) {
    if (queues.prepared()) {
      return Dge.STATIC;
    }
    return switch (issuer) {
      case GPSIMD -> Dge.SWDGE;
      case SYNC, SCALAR -> Dge.HWDGE;
      case VECTOR, TENSOR -> Dge.STATIC;
    };
  }

  private static Optional<Dge> mode(String word) {
    return switch (word) {
      case "swdge" -> Optional.of(Dge.SWDGE);
      case "hwdge" -> Optional.of(Dge.HWDGE);
      case "none" -> Optional.of(Dge.STATIC);
      case "unknown" -> Optional.empty();
      default -> throw new UnsupportedException("dge_mode " + word + " is not simulated");
    };
  }
}
