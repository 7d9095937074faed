package trn2sim.traces.calibrate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Pattern;

/**
 * A DMA as the profiler spells it, by elements of so many bytes and where they lie: {@code
 * src_elem_size=256 dst_elem_size=256 src_pattern=[256,1][128,1] dst_pattern=[262144,1][128,1]}.
 *
 * @param load whether it is SBUF that is written, whose partitions are 256 KiB apart
 * @param rows partitions
 * @param rowBytes bytes of each
 * @param piece bytes that are adjacent on both sides
 */
record ElementDma(boolean load, int rows, int rowBytes, int piece) {
  private static final long PARTITION = 262144;
  private static final java.util.regex.Pattern FORM =
      java.util.regex.Pattern.compile(
          "src_elem_size=(\\d{1,9}).*?dst_elem_size=(\\d{1,9})"
              + ".*?src_pattern=\\[([-0-9, ]{1,60})\\]\\[([0-9, ]{1,60})\\]"
              + ".*?dst_pattern=\\[([-0-9, ]{1,60})\\]\\[([0-9, ]{1,60})\\]");

  /** Nothing if the text has another form, or not one side is SBUF. */
  static Optional<ElementDma> of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.find()) {
      return Optional.empty();
    }
    long[] counts = numbers(form.group(4));
    int from = partitions(numbers(form.group(3)), counts);
    int to = partitions(numbers(form.group(5)), numbers(form.group(6)));
    long size = Long.parseLong(form.group(1));
    long piece = Math.min(size, Long.parseLong(form.group(2)));
    long bytes = Arrays.stream(counts).reduce(size, (a, b) -> a * b);
    int rows = Math.max(from, to);
    boolean fits = (from == 0) != (to == 0) && piece > 0 && bytes > 0 && bytes < 1L << 31;
    if (!fits || bytes % rows != 0 || bytes / rows % piece != 0) {
      return Optional.empty();
    }
    return Optional.of(new ElementDma(to > 0, rows, (int) (bytes / rows), (int) piece));
  }

  /** How many partitions a side has, or nothing if it is not SBUF. */
  private static int partitions(long[] strides, long[] counts) {
    for (int i = 0; i < Math.min(strides.length, counts.length); i++) {
      if (strides[i] == PARTITION) {
        return (int) Math.min(Integer.MAX_VALUE, counts[i]);
      }
    }
    return 0;
  }

  private static long[] numbers(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(String::strip)
        .filter(n -> !n.isEmpty())
        .mapToLong(Long::parseLong)
        .toArray();
  }

  String text() {
    String pieces = piece == rowBytes ? "" : Text.format(" in pieces of %d", piece);
    return Text.format("%s %dx%d B%s", load ? "load" : "store", rows, rowBytes, pieces);
  }

  /** Pieces that lie apart in HBM. */
  DmaCopy copy(Engine engine, DmaCopy.Dge dge) {
    Access chip = buffer(0, MemorySpace.SBUF, rowBytes).all();
    Pattern apart =
        new Pattern(
            List.of(new Pattern.Dim(piece + 1, rowBytes / piece), new Pattern.Dim(1, piece)));
    Access hbm = buffer(1, MemorySpace.HBM, apart.span()).slice(0, rows, 0, 1).with(apart);
    return new DmaCopy(engine, dge, load ? chip : hbm, load ? hbm : chip, false);
  }

  private Buffer buffer(int id, MemorySpace space, int columns) {
    String name = "tensor" + id;
    return new Buffer(id, name, name, space, Buffer.Role.SCRATCH, DType.UINT8, rows, columns);
  }
}
