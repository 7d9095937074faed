package trn2sim.kernels.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;

/** Who makes descriptors where the kernel leaves it to the compiler. */
class DmaQueuesTest {
  private final DmaQueues open = new DmaQueues(Optional.empty(), Dge.SWDGE);
  private final CoreScript script = new CoreScript(open);
  private final Buffer input = script.input("input", 128, 64, DType.FP32);
  private final Buffer scratch = script.scratch("scratch", 128, 64, DType.FP32);
  private final Buffer tile = script.sbuf("tile", 128, 64, DType.FP32);
  private final Buffer other = script.sbuf("other", 128, 64, DType.FP32);

  private void assertMade(Dge dge, Engine engine, Buffer dst, Buffer src) {
    assertMade(dge, engine, dst.all(), src.all());
  }

  private void assertMade(Dge dge, Engine engine, Access dst, Access src) {
    DmaCopy copy = open.transfer(dst, src, false);
    assertEquals(dge, copy.dge());
    assertEquals(engine, copy.engine());
  }

  @Test
  void softwareMakesThoseOfArguments() {
    assertMade(Dge.SWDGE, Engine.GPSIMD, tile, input);
    assertMade(Dge.SWDGE, Engine.GPSIMD, input, tile);
  }

  @Test
  void hardwareMakesThoseOfWhatOnlyTheKernelUses() {
    assertMade(Dge.HWDGE, Engine.SYNC, tile, scratch);
    assertMade(Dge.HWDGE, Engine.SCALAR, scratch, tile);
    assertMade(Dge.HWDGE, Engine.SYNC, other, tile);
  }

  @Test
  void thoseOfOneRowAreBuiltBeforehand() {
    Access row = tile.slice(5, 1, 0, 64);
    assertMade(Dge.STATIC, Engine.SYNC, row, input.slice(0, 1, 0, 64));
    assertMade(Dge.STATIC, Engine.GPSIMD, input.slice(0, 1, 0, 64), row);
    assertMade(Dge.STATIC, Engine.GPSIMD, scratch.slice(0, 1, 0, 64), row);
    assertMade(Dge.HWDGE, Engine.SYNC, other.slice(0, 1, 0, 64), row);
    DmaCopy older = open.oneByOne().transfer(row, input.slice(0, 1, 0, 64), false);
    assertEquals(Dge.SWDGE_ONE_BY_ONE, older.dge());
  }

  @Test
  void softwareConvertsTypesOnTheWay() {
    Buffer rounded = script.sbuf("rounded", 128, 64, DType.BF16);
    assertMade(Dge.SWDGE, Engine.GPSIMD, rounded, tile);
  }
}
