package trn2sim.kernels.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.TensorSpec;

/** What the array could do at best depends on the types that are multiplied. */
class PeakRateTest {
  private static final TensorSpec ARRAY = DeviceParameters.load("trn2").neuron().tensor();

  private static Script script(DType... types) {
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.SWDGE));
    for (DType type : types) {
      Buffer weights = script.sbuf("weights", 128, 128, type);
      Buffer moving = script.sbuf("moving", 128, 512, type);
      Buffer sums = script.psum("sums", 128, 512, DType.FP32);
      script.matmul(sums.all(), weights.all(), moving.all(), true, true);
    }
    return script.build();
  }

  private static double share(DType... types) {
    return PeakRate.of(ARRAY, List.of(script(types))) / ARRAY.peakFlops();
  }

  @Test
  void fourByteTypesTakeFourTimesAsLong() {
    assertEquals(1, share(DType.BF16));
    assertEquals(0.25, share(DType.FP32));
    assertEquals(1, share());
  }

  /** Three products in the time of one and one in the time of four: four in that of seven. */
  @Test
  void productsOfSeveralTypesAreWeighedByTheirSize() {
    assertEquals(4.0 / 7, share(DType.BF16, DType.FP32, DType.BF16, DType.BF16));
  }
}
