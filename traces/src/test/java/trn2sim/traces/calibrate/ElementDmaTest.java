package trn2sim.traces.calibrate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.cost.NeuronCoreCost;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.spec.DeviceParameters;

/** DMAs in the profiler's own words. */
class ElementDmaTest {
  private static final String LOAD =
      " semaphore=8 sem_increment=16  src_elem_size=256 dst_elem_size=256"
          + " src_pattern=[256,1][128,1] dst_pattern=[262144,1][128,1] compute_op=NONE ";

  @Test
  void theSideWithPartitionsIsSbuf() {
    assertEquals(Optional.of(new ElementDma(true, 128, 256, 256)), ElementDma.of(LOAD));
    String store =
        "src_elem_size=1024 dst_elem_size=512 src_pattern=[262144,1][64,1]"
            + " dst_pattern=[4096,512][64,2]";
    assertEquals(Optional.of(new ElementDma(false, 64, 1024, 512)), ElementDma.of(store));
    assertEquals(Optional.empty(), ElementDma.of(LOAD.replace("262144", "512")));
  }

  @Test
  void aPieceIsADescriptor() {
    DmaCopy copy = ElementDma.of(LOAD).orElseThrow().copy(Engine.SYNC, DmaCopy.Dge.STATIC);
    NeuronCoreCost model = new NeuronCoreCost(DeviceParameters.load("trn2").neuron(), 1);
    Transfer transfer = ((Cost.Dma) copy.cost(model)).transfer();
    assertEquals(128, transfer.descriptors());
    assertEquals(32_768, transfer.bytes());
    // eight descriptors an engine, 4.7 ns and 256 B at 27.2 GB/s each, and a semaphore
    assertEquals(8 * (4_700 + 9_412) + 5_900, transfer.enginePs()[0]);
  }
}
