package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.DeviceParameters;

/** 212,984 usable bytes of SBUF per partition, eight PSUM banks of 2 KiB. */
class CapacityCheckTest {
  private final Tensors tensors = new Tensors();
  private final Assembler assembler = new Assembler(DeviceParameters.load("trn2").neuron(), 1);

  private void fill(Access dst) {
    tensors.then(
        new Elementwise(Engine.VECTOR, Op.MEMSET, dst, Optional.empty(), Optional.empty(), 0));
  }

  private void copy(Access dst, Access src) {
    tensors.then(
        new Elementwise(Engine.VECTOR, Op.TENSOR_COPY, dst, Optional.of(src), Optional.empty(), 0));
  }

  private void assertOver(String message, Script script) {
    var e = assertThrows(CapacityException.class, () -> assembler.assemble(script));
    assertEquals(message, e.getMessage());
  }

  /** Tiles of recordings: what counts copies goes, digits of the author's name or line stay. */
  @Test
  void theLedgerKeepsTheNamesOfRecordedTiles() {
    List<String> names = List.of("v11#1", "v14#1", "k.py:3#1", "k.py:3#2", "v14#2", "v11#2");
    List<Access> tiles =
        names.stream().map(name -> tensors.sbuf(name, DType.FP32, 128, 10_000).all()).toList();
    tiles.forEach(this::fill);
    tiles.forEach(tile -> copy(tile, tile));
    var e = assertThrows(CapacityException.class, () -> assembler.assemble(tensors.script()));
    String held = "held: v11* 80000, v14* 80000, k.py:3* 80000;";
    assertTrue(e.getMessage().contains(held), e.getMessage());
  }

  @Test
  void theLedgerAddsUpTilesOfOneKind() {
    Access a = tensors.sbuf("lhs1", DType.FP32, 128, 20_000).all();
    Access b = tensors.sbuf("lhs2", DType.FP32, 128, 20_000).all();
    Access c = tensors.sbuf("out", DType.FP32, 128, 20_000).all();
    fill(a);
    fill(b);
    tensors.then(
        new Elementwise(Engine.VECTOR, Op.TENSOR_TENSOR_ADD, c, Optional.of(a), Optional.of(b), 0));
    assertOver(
        "SBUF over capacity at [tensor_tensor_add out[0:128, 0:20000]"
            + " <- lhs1[0:128, 0:20000] lhs2[0:128, 0:20000]]:"
            + " needs 240000 B per partition, has 212984; held: lhs* 160000, out 80000;"
            + " use smaller blocks, fewer buffers or a smaller shape",
        tensors.script());
  }

  @Test
  void theLastByteMayBeUsed() {
    fill(tensors.sbuf("all", DType.FP32, 128, 212_984 / 4).all());
    assertDoesNotThrow(() -> assembler.assemble(tensors.script()));
  }

  @Test
  void tilesOfFewPartitionsLieSideBySide() {
    Buffer[] quarters = new Buffer[4];
    for (int i = 0; i < 4; i++) {
      quarters[i] = tensors.sbuf("q" + i, DType.FP32, 32, 212_984 / 4);
      fill(quarters[i].all());
    }
    copy(quarters[0].all(), quarters[1].all());
    copy(quarters[2].all(), quarters[3].all());
    assertDoesNotThrow(() -> assembler.assemble(tensors.script()));
    Access more = tensors.sbuf("more", DType.BF16, 1, 4).all();
    fill(more);
    for (Buffer quarter : quarters) {
      copy(quarter.slice(0, 1, 0, 4), more);
    }
    assertOver(
        "SBUF over capacity at [memset more[0:1, 0:4]]: needs 212986 B per partition,"
            + " has 212984; held: q* 212984, more 2;"
            + " use smaller blocks, fewer buffers or a smaller shape",
        tensors.script());
  }

  @Test
  void tilesOfUpToHalfThePartitionsTakeHalf() {
    assertEquals(50, tensors.sbuf("two", DType.BF16, 33, 50).sbufBytes());
    assertEquals(50, tensors.sbuf("half", DType.BF16, 64, 50).sbufBytes());
    assertEquals(100, tensors.sbuf("most", DType.BF16, 65, 50).sbufBytes());
    assertEquals(1, tensors.sbuf("one", DType.BF16, 1, 1).sbufBytes());
  }

  @Test
  void aTilesBytesReturnWithItsLastUse() {
    for (int i = 0; i < 10; i++) {
      fill(tensors.sbuf("t" + i, DType.FP32, 128, 50_000).all());
    }
    assertDoesNotThrow(() -> assembler.assemble(tensors.script()));
  }

  @Test
  void psumIsCountedInBanks() {
    Buffer[] banks = new Buffer[3];
    for (int i = 0; i < 3; i++) {
      banks[i] = tensors.psum("p" + i, DType.FP32, 128, i == 2 ? 513 : 512);
      fill(banks[i].all());
    }
    for (Buffer bank : banks) {
      copy(tensors.sbuf("s", DType.FP32, 128, bank.cols()).all(), bank.all());
    }
    assertDoesNotThrow(() -> assembler.assemble(tensors.script(Map.of(), 4)));
    assertOver(
        "PSUM over capacity at [memset p2[0:128, 0:513]]: needs 4 banks, has 3;"
            + " held: p* 4; use smaller blocks, fewer buffers or a smaller shape",
        tensors.script(Map.of(), 3));
  }

  @Test
  void tensorsFitTheStack() {
    tensors.hbm("weights", DType.FP32, 100_000, 60_000);
    tensors.hbm("out", DType.BF16, 100_000, 60_000);
    assertOver(
        "HBM over capacity: needs 36000000000 B, the stack has 25769803776;"
            + " held: weights 24000000000, out 12000000000; use a smaller shape or type",
        tensors.script());
  }

  @Test
  void inputsAreNotWritten() {
    Buffer input = tensors.add("x", MemorySpace.HBM, Buffer.Role.INPUT, DType.FP32, 128, 4);
    Access tile = tensors.sbuf("tile", DType.FP32, 128, 4).all();
    fill(tile);
    tensors.then(new DmaCopy(Engine.SYNC, DmaCopy.Dge.STATIC, input.all(), tile, false));
    var e = assertThrows(OperandException.class, () -> assembler.assemble(tensors.script()));
    assertEquals(
        "[dma_copy x[0:128, 0:4] <- tile[0:128, 0:4]]" + " writes x[0:128, 0:4], which is an input",
        e.getMessage());
  }
}
