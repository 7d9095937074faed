package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.isa.NcTranspose;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;

/** Banks of 2 KiB hold 512 fp32 columns. */
class AccumulationGroupsTest {
  private final Tensors tensors = new Tensors();
  private final AccumulationGroups groups = new AccumulationGroups(2048);
  private final Buffer psum = tensors.psum("psum", DType.FP32, 128, 1024);
  private final Buffer weights = tensors.sbuf("w", DType.BF16, 128, 128);
  private final Buffer data = tensors.sbuf("x", DType.BF16, 128, 512);

  private NcMatmul matmul(int col, int cols, boolean start, boolean stop) {
    Access dst = psum.slice(0, 128, col, cols);
    return new NcMatmul(dst, weights.all(), data.slice(0, 128, 0, cols), start, stop, false);
  }

  private NcMatmul rows(int row, boolean start, boolean stop) {
    Access columns = weights.slice(0, 128, 0, 32);
    return new NcMatmul(psum.slice(row, 32, 0, 512), columns, data.all(), start, stop, false);
  }

  private Instruction read(int col, int cols) {
    Access dst = tensors.sbuf("out", DType.FP32, 128, cols).all();
    return new Elementwise(
        Engine.VECTOR,
        Op.TENSOR_COPY,
        dst,
        Optional.of(psum.slice(0, 128, col, cols)),
        Optional.empty(),
        0);
  }

  private Instruction clear(int col, int cols) {
    return new Elementwise(
        Engine.VECTOR,
        Op.MEMSET,
        psum.slice(0, 128, col, cols),
        Optional.empty(),
        Optional.empty(),
        0);
  }

  private void assertRefused(String what, Instruction instruction) {
    var e = assertThrows(OperandException.class, () -> groups.check(instruction));
    assertEquals("[" + instruction.describe() + "] " + what, e.getMessage());
  }

  @Test
  void aGroupIsOpenedContinuedClosedAndRead() {
    assertDoesNotThrow(
        () -> {
          groups.check(matmul(0, 512, true, false));
          groups.check(matmul(0, 512, false, false));
          groups.check(matmul(0, 512, false, true));
          groups.check(read(0, 512));
          groups.check(matmul(0, 512, true, true));
        });
  }

  @Test
  void oneGroupPerPlace() {
    groups.check(matmul(512, 256, true, false));
    assertDoesNotThrow(() -> groups.check(matmul(0, 256, true, false)));
    assertRefused(
        "opens a second accumulation group in bank 1 of psum while one is open on columns 512..768;"
            + " close that one first or use another place",
        matmul(640, 256, true, true));
  }

  @Test
  void groupsInOtherColumnsAndRowsOfABankTakeTurns() {
    assertDoesNotThrow(
        () -> {
          groups.check(matmul(512, 256, true, false));
          groups.check(matmul(768, 256, true, false));
          groups.check(matmul(512, 256, false, true));
          groups.check(read(512, 256));
          groups.check(matmul(768, 256, false, true));
          groups.check(rows(0, true, false));
          groups.check(rows(32, true, false));
          groups.check(rows(0, false, true));
          groups.check(rows(32, false, true));
          groups.check(read(0, 512));
        });
  }

  @Test
  void aClosedGroupIsOpenedAgain() {
    groups.check(matmul(0, 256, true, true));
    groups.check(read(0, 256));
    groups.check(matmul(0, 256, false, false));
    assertRefused(
        "reads psum[0:128, 0:256] while an accumulation group is open there", read(0, 256));
    groups.check(matmul(0, 256, false, true));
    assertDoesNotThrow(() -> groups.check(read(0, 256)));
  }

  @Test
  void nothingIsAddedToWhatOthersWrote() {
    groups.check(matmul(0, 256, true, true));
    groups.check(clear(128, 16));
    assertRefused(
        "accumulates onto psum[0:128, 0:256], where no accumulation group is open",
        matmul(0, 256, false, true));
  }

  @Test
  void aGroupKeepsItsColumns() {
    groups.check(matmul(0, 512, true, false));
    assertRefused(
        "accumulates onto psum[0:128, 0:256], where no accumulation group is open",
        matmul(0, 256, false, true));
  }

  @Test
  void aGroupStaysInItsBank() {
    assertRefused(
        "writes psum[0:128, 256:768] across PSUM banks of 512 elements",
        matmul(256, 512, true, true));
  }

  @Test
  void anOpenGroupIsNotRead() {
    groups.check(matmul(512, 512, true, false));
    assertRefused(
        "reads psum[0:128, 512:528] while an accumulation group is open there", read(512, 16));
    assertRefused(
        "reads psum[0:128, 0:1024] while an accumulation group is open there", read(0, 1024));
    assertDoesNotThrow(() -> groups.check(read(0, 512)));
  }

  @Test
  void anOpenGroupIsNotWrittenByOthers() {
    groups.check(matmul(0, 512, true, false));
    assertRefused(
        "writes psum[0:128, 256:512] while an accumulation group is open there", clear(256, 256));
    assertDoesNotThrow(() -> groups.check(clear(512, 256)));
    Access turned = psum.slice(0, 128, 256, 128);
    Access square = tensors.sbuf("s", DType.FP32, 128, 128).all();
    assertRefused(
        "writes psum[0:128, 256:384] while an accumulation group is open there",
        new NcTranspose(turned, square));
  }
}
