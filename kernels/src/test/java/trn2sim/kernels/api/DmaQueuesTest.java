package trn2sim.kernels.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
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
    DmaCopy copy = open.transfer(dst.all(), src.all(), false);
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
  void softwareConvertsTypesOnTheWay() {
    Buffer rounded = script.sbuf("rounded", 128, 64, DType.BF16);
    assertMade(Dge.SWDGE, Engine.GPSIMD, rounded, tile);
  }
}
