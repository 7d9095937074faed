package trn2sim.hw.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import trn2sim.hw.Tensors;
import trn2sim.hw.memory.Pattern.Dim;

class AccessTest {
  private final Tensors tensors = new Tensors();

  private static void assertRefused(String message, Executable construction) {
    assertEquals(message, assertThrows(RuntimeException.class, construction).getMessage());
  }

  @Test
  void aPatternKnowsWhatItVisits() {
    Pattern pattern = new Pattern(List.of(new Dim(100, 3), new Dim(10, 4), new Dim(1, 10)));
    assertEquals(120, pattern.elements());
    assertEquals(240, pattern.span());
    assertEquals(40, pattern.run(), "ten adjacent, four times in a row");
    assertEquals(1, pattern.innerStride());
    Pattern strided = new Pattern(List.of(new Dim(2, 8)));
    assertEquals(15, strided.span());
    assertEquals(1, strided.run());
  }

  @Test
  void patternsHaveLimits() {
    assertRefused("a pattern has a dimension at least", () -> new Pattern(List.of()));
    assertFalse(new Pattern(Collections.nCopies(5, new Dim(1, 1))).isEncodable());
    assertRefused(
        "bad [stride, count] in [Dim[stride=1, count=0]]",
        () -> new Pattern(List.of(new Dim(1, 0))));
    Buffer sbuf = tensors.sbuf("s", DType.FP8_E4M3, 1, 70_000);
    assertFalse(sbuf.slice(0, 1, 0, 65_536).pattern().isEncodable());
    assertTrue(sbuf.slice(0, 1, 0, 65_535).pattern().isEncodable());
    assertEquals(65_535, sbuf.slice(0, 1, 0, 65_535).elements());
  }

  @Test
  void whatLiesSideBySide() {
    Buffer matrix = tensors.hbm("matrix", DType.FP32, 8, 100);
    Pattern halves = new Pattern(List.of(new Dim(50, 2), new Dim(1, 10)));
    Pattern row = new Pattern(List.of(new Dim(1, 100)));
    assertEquals(800, matrix.all().sideBySide(), "whole rows follow one another");
    assertEquals(60, matrix.slice(0, 8, 0, 60).sideBySide(), "parts of rows do not");
    assertEquals(60, matrix.slice(3, 1, 0, 60).sideBySide(), "one part");
    assertEquals(10, matrix.slice(0, 8, 0, 60).with(halves).sideBySide(), "parts of parts");
    Access again = new Access(matrix, 2, 4, 0, row, 0, Optional.empty());
    assertEquals(400, again.sideBySide(), "one row again and again leaves no gap");
    Access rows = tensors.sbuf("rows", DType.INT32, 8, 1).all();
    assertEquals(100, matrix.all().indexedBy(rows, 100).sideBySide(), "rows from anywhere");
  }

  @Test
  void equalAccessesAreEqualInEverything() {
    Buffer matrix = tensors.hbm("matrix", DType.FP32, 8, 100);
    Pattern part = new Pattern(List.of(new Dim(1, 10)));
    Access access = new Access(matrix, 1, 2, 3, part, 100, Optional.empty());
    Access same =
        new Access(matrix, 1, 2, 3, new Pattern(List.of(new Dim(1, 10))), 100, Optional.empty());
    assertEquals(access, same);
    assertEquals(access.hashCode(), same.hashCode());
    Pattern steps = new Pattern(List.of(new Dim(2, 10)));
    Access rows = tensors.sbuf("rows", DType.INT32, 8, 1).all();
    List<Access> others =
        List.of(
            new Access(tensors.hbm("other", DType.FP32, 8, 100), 1, 2, 3, part, Optional.empty()),
            new Access(matrix, 2, 2, 3, part, Optional.empty()),
            new Access(matrix, 1, 3, 3, part, Optional.empty()),
            new Access(matrix, 1, 2, 4, part, Optional.empty()),
            new Access(matrix, 1, 2, 3, steps, Optional.empty()),
            new Access(matrix, 1, 2, 3, part, 50, Optional.empty()),
            access.indexedBy(rows, 100));
    for (Access other : others) {
      assertNotEquals(access, other);
    }
  }

  @Test
  void aPatternMayGoBackwards() {
    Pattern back = new Pattern(List.of(new Dim(10, 2), new Dim(-2, 4)));
    assertEquals(-6, back.low());
    assertEquals(17, back.span());
    assertEquals(2, back.innerStride());
    Buffer tile = tensors.sbuf("tile", DType.BF16, 4, 20);
    assertEquals(
        new Region(1, 3, 0, 17), new Access(tile, 1, 2, 6, back, Optional.empty()).region());
    assertRefused(
        "tile has 20 columns; access to -1..16",
        () -> new Access(tile, 1, 2, 5, back, Optional.empty()));
  }

  @Test
  void bytesOfOneMemoryAreSeenThroughSeveralBuffers() {
    Buffer words = tensors.sbuf("words", DType.FP32, 4, 8);
    Buffer halves =
        new Buffer(
            words.id() + 1,
            "halves",
            "g",
            MemorySpace.SBUF,
            Buffer.Role.SCRATCH,
            DType.BF16,
            2,
            4,
            new Buffer.Home(words.id(), 2, 16));
    assertEquals(new Region(3, 4, 18, 22), halves.slice(1, 1, 1, 2).footprint());
    assertTrue(words.slice(3, 1, 4, 2).footprint().overlaps(halves.all().footprint()));
    assertFalse(words.slice(3, 1, 6, 2).footprint().overlaps(halves.all().footprint()));
  }

  @Test
  void anAccessStaysInItsBuffer() {
    Buffer tile = tensors.sbuf("tile", DType.BF16, 64, 100);
    assertRefused("tile has 64 rows; access to 60..65", () -> tile.slice(60, 5, 0, 1));
    assertRefused("tile has 100 columns; access to 99..101", () -> tile.slice(0, 1, 99, 2));
    assertRefused("tile has 64 rows; access to -1..0", () -> tile.slice(-1, 1, 0, 1));
    Register rank = new Register(0, "rank", 3);
    assertEquals(new Region(4, 60, 0, 10), tile.slice(4, 16, 0, 10).offsetBy(rank, 20).region());
    assertRefused(
        "tile has 64 rows; access to 4..70", () -> tile.slice(4, 16, 0, 10).offsetBy(rank, 25));
  }

  @Test
  void onChipBuffersHave128Partitions() {
    assertRefused(
        "t: 129 partitions, but SBUF has 128", () -> tensors.sbuf("t", DType.BF16, 129, 1));
    assertRefused("t: needs rows and columns, has 1x0", () -> tensors.hbm("t", DType.BF16, 1, 0));
  }

  @Test
  void regions() {
    Region region = new Region(0, 10, 20, 30);
    assertTrue(region.overlaps(new Region(9, 11, 29, 31)));
    assertFalse(region.overlaps(new Region(10, 11, 20, 30)));
    assertFalse(region.overlaps(new Region(0, 10, 30, 31)));
    assertTrue(region.covers(new Region(0, 10, 20, 30)));
    assertFalse(region.covers(new Region(0, 10, 19, 30)));
    assertEquals(new Region(0, Integer.MAX_VALUE, 16, 32), region.widened(16));
  }
}
