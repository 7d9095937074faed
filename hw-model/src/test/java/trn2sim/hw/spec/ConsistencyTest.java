package trn2sim.hw.spec;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;

class ConsistencyTest {
  private static String trn2() throws IOException {
    try (InputStream file =
        ConsistencyTest.class.getClassLoader().getResourceAsStream("devices/trn2.yaml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void theErrorNamesBothFiguresAndTheirSources() throws IOException {
    String text = trn2().replace("{ value: 28 MiB,", "{ value: 24 MiB,");
    var e = assertThrows(SpecException.class, () -> DeviceParameters.readString("d.yaml", text));
    String message = e.getMessage().replaceFirst("^d.yaml:\\d+ ", "");
    String arch = "(aws-neuron/aws-neuron-sdk@81ce03ae nki/guides/architecture/trainium2_arch.rst)";
    assertEquals(
        "sbuf.size: found 24 MiB "
            + arch
            + ", expected 1.167 times that, from sbuf.partitions 128 "
            + arch
            + " x sbuf.partition_bytes 224 KiB "
            + arch,
        message);
  }

  @ParameterizedTest
  @CsvSource({
    "value: 79, value: 90, tensor_engine.peak_tflops",
    "value: 2.4 GHz, value: 1.4 GHz, tensor_engine.peak_tflops",
    "value: 2 MiB, value: 4 MiB, psum.size",
    "value: 2.9 TB/s, value: 3.2 TB/s, hbm.bandwidth",
    "value: 716 GB/s, value: 820 GB/s, hbm.bandwidth",
    "value: 96 GiB, value: 144 GiB, hbm.capacity",
    "value: 27.2 GB/s, value: 23 GB/s, dma.chip_bandwidth",
    "value: 212984 B, value: 256 KiB, sbuf.usable_partition_bytes",
  })
  void everyLawIsChecked(String old, String replacement, String blamed) throws IOException {
    String text = trn2().replaceFirst(old, replacement);
    var e = assertThrows(SpecException.class, () -> DeviceParameters.readString("d.yaml", text));
    assertTrue(e.getMessage().contains(" " + blamed + ": found "), e.getMessage());
  }

  @Test
  void anOverrideAsksWhatIf() {
    assertDoesNotThrow(
        () ->
            DeviceParameters.load("trn2").withOverrides(Map.of("tensor_engine.clock", "2.8 GHz")));
  }
}
