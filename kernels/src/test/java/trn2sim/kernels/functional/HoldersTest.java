package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

/** Tiles at addresses share storage only with those that they overlap. */
class HoldersTest {
  private static final int MEMORY = 0;

  private final List<Buffer> buffers = new ArrayList<>();

  HoldersTest() {
    buffers.add(
        new Buffer(
            MEMORY, "m", "m", MemorySpace.SBUF, Buffer.Role.SCRATCH, DType.INT32, 128, 1024));
  }

  private Buffer tile(DType dtype, int rows, int cols, int row, long bytes) {
    Buffer tile =
        new Buffer(
            buffers.size(),
            "t" + buffers.size(),
            "t",
            MemorySpace.SBUF,
            Buffer.Role.SCRATCH,
            dtype,
            rows,
            cols,
            new Buffer.Home(MEMORY, row, bytes));
    buffers.add(tile);
    return tile;
  }

  private Holders holders() {
    return new Holders(buffers, buffer -> buffer.id() != MEMORY);
  }

  private void assertHeld(Holders holders, Buffer by, Buffer tile) {
    assertEquals(by.id(), holders.of(tile), tile::name);
    assertFalse(holders.isMixed(tile), tile::name);
  }

  @Test
  void neighboursHoldThemselves() {
    Buffer first = tile(DType.BF16, 64, 16, 0, 0);
    Buffer right = tile(DType.FP32, 64, 16, 0, 32);
    Buffer below = tile(DType.BF16, 64, 16, 64, 0);
    Holders holders = holders();
    assertHeld(holders, first, first);
    assertHeld(holders, right, right);
    assertHeld(holders, below, below);
  }

  @Test
  void tilesThatTakeTurnsAtAnAddressAreHeldByTheFirst() {
    Buffer first = tile(DType.BF16, 128, 16, 0, 0);
    Buffer second = tile(DType.BF16, 128, 16, 0, 0);
    assertHeld(holders(), first, second);
  }

  @Test
  void tilesThatOverlapShareTheirMemory() {
    Buffer whole = tile(DType.BF16, 128, 16, 0, 0);
    Buffer part = tile(DType.BF16, 128, 8, 0, 16);
    Buffer beside = tile(DType.BF16, 128, 8, 0, 32);
    Holders holders = holders();
    assertEquals(List.of(MEMORY, MEMORY), List.of(holders.of(whole), holders.of(part)));
    assertTrue(holders.isMixed(whole) && holders.isMixed(part));
    assertHeld(holders, beside, beside);
  }

  @Test
  void anotherTypeAtTheSameAddressSharesItsMemory() {
    Buffer halves = tile(DType.BF16, 128, 16, 0, 0);
    Buffer words = tile(DType.INT32, 128, 8, 0, 0);
    Holders holders = holders();
    assertTrue(holders.isMixed(halves) && holders.isMixed(words));
  }

  @Test
  void aMemoryThatIsNamedItselfIsShared() {
    Buffer tile = tile(DType.BF16, 128, 16, 0, 0);
    assertTrue(new Holders(buffers, buffer -> true).isMixed(tile));
  }
}
