package trn2sim.hw.spec;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;

/** Values that no machine can have, or that instructions and links are not made for. */
class ExtremeValuesTest {
  @ParameterizedTest
  @CsvSource({
    "trn2, tensor_engine.rows, 64",
    "trn2, tensor_engine.columns, 7",
    "trn2, tensor_engine.columns, 0",
    "trn2, chip.cores, 1",
    "trn2, chip.cores, 4",
    "trn2, psum.banks, 0",
    "trn2, psum.bank_bytes, 0 B",
    "trn2, dma.beat, 0 B",
    "trn2, dma.max_descriptor, 0 B",
    "trn2, dma.engines, 1",
    "trn2, semaphore.barrier, 0 ns",
    "trn2, dma.engines, 1000000",
    "trn2, cc.channel_engines, 2147483647",
    "trn2, vector_engine.cycles.tensor_tensor, 2147483647",
    "trn2, hbm.bandwidth, 1.45 TB/s",
    "ascend-910b1, cores.aic, 0",
    "ascend-910b1, cores.aiv, 0",
    "ascend-910b1, cube.flops_per_cycle, 0",
    "ascend-910b1, mte1.l0a_bytes_per_cycle, 0",
    "h100x8, sm.count, 0",
    "h100x8, sm.count, 2147483647",
    "h200-pcie, hbm.efficiency, 0",
    "h200-pcie, power.sustained_tflops, 0",
    "h200-pcie, l2.slice_columns, 0",
  })
  void areRefusedInWords(String device, String name, String value) {
    DeviceParameters parameters = DeviceParameters.load(device);
    var e = assertThrows(SpecException.class, () -> parameters.withOverrides(Map.of(name, value)));
    String start = "override " + name + ": found \"" + value + "\", expected ";
    assertTrue(e.getMessage().startsWith(start), e.getMessage());
  }
}
