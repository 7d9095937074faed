package trn2sim.kernels.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;

class CoreScriptTest {
  @Test
  void moreInstructionsThanMemoryHasRoomForAreRefusedAtOnce() {
    CoreScript script = new CoreScript(DmaQueues.all(Dge.SWDGE), 2);
    Access tile = script.sbuf("tile", 128, 8, DType.BF16).all();
    script.memset(Engine.VECTOR, tile, 0);
    script.memset(Engine.VECTOR, tile, 1);
    assertThrows(OutOfMemoryError.class, () -> script.memset(Engine.VECTOR, tile, 2));
    assertEquals(2, script.size());
  }
}
