package trn2sim.hw.spec;

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

class NeuronSpecTest {
  private static String trn2() throws IOException {
    try (InputStream file =
        NeuronSpecTest.class.getClassLoader().getResourceAsStream("devices/trn2.yaml")) {
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
    "value: 79, value: 0, tensor_engine.peak_tflops",
    "value: 2.4 GHz, value: 1.4 GHz, tensor_engine.peak_tflops",
    "value: 2 MiB, value: 4 MiB, psum.size",
    "value: 2.9 TB/s, value: 3.2 TB/s, hbm.bandwidth",
    "value: 716 GB/s, value: 745 GB/s, hbm.bandwidth",
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
  void anOverrideAsksWhatIfAndItsConsequencesAreRestated() {
    DeviceParameters faster =
        DeviceParameters.load("trn2").withOverrides(Map.of("tensor_engine.clock", "2.8 GHz"));
    assertEquals(2.0 * 128 * 128 * 2.8e9, faster.neuron().tensor().peakFlops());
    Parameter peak = faster.parameter("tensor_engine.peak_tflops");
    assertEquals("91.7504", peak.value());
    assertEquals(Confidence.DERIVED, peak.confidence());
    assertEquals(
        "from tensor_engine.rows x tensor_engine.columns x tensor_engine.clock, in place of 79"
            + " (arch)",
        peak.source().text());
  }

  @ParameterizedTest
  @CsvSource({
    "tensor_engine.peak_tflops, 90, tensor_engine.rows x tensor_engine.columns x"
        + " tensor_engine.clock",
    "hbm.bandwidth, 1.4 TB/s, chip.hbm_stacks x hbm.stack_bandwidth",
    "hbm.capacity, 48 GiB, chip.hbm_stacks x hbm.stack_capacity",
    "sbuf.size, 14 MiB, sbuf.partitions x sbuf.partition_bytes",
    "psum.size, 4 MiB, psum.partitions x psum.banks x psum.bank_bytes",
    "dma.chip_bandwidth, 7 TB/s, chip.cores x dma.engines x dma.engine_bandwidth",
  })
  void aFigureThatFollowsFromOthersIsNotOverridden(String name, String value, String factors) {
    assertRefused(name, value, "no override, for it follows from " + factors + ": override those");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tensor_engine.rows | 64 | 128, the rows that NKI's instructions feed, one a partition",
        "psum.bank_bytes | 1 KiB | 2048 B, for nc_matmul fills a bank with 512 fp32",
        "chip.cores | 4 | a multiple of 8, for both cores of an LNC=2 rank use one of"
            + " chip.hbm_stacks 4",
        "chip.hbm_stacks | 8 | a number that shares out chip.cores 8 in pairs, for both cores of an"
            + " LNC=2 rank use one stack",
        "instance.chips | 8 | 1, 16 or 64",
        "dma.engines | 8 | at least 16, for 4 channels take cc.channel_engines 4 each",
        "dma.engines | 32 | at most 16, for each serves dma.partitions_per_engine 8 of 128"
            + " partitions",
        "cc.channel_engines | 5 | at most 4, for 4 channels share dma.engines 16",
        "sbuf.partition_bytes | 448 KiB | an override of sbuf.usable_partition_bytes beside it, for"
            + " programs use that many",
        "vector_engine.cycles.memset | 0 | a number from 0.001 to 1000",
        "dma.descriptor | 11 ms | a duration from 0 ps to 10 ms",
        "hbm.stack_efficiency | 1.5 | a number from 0.001 to 1",
        "dma.beat | 0 B | a byte size from 1 B to 4 KiB",
        "link.xy_bandwidth | 1 kB/s | a bandwidth from 1 MB/s to 1000 TB/s",
        "tensor_engine.clock | 1 kHz | a frequency from 1 MHz to 100000 GHz",
        "psum.banks | 2.5 | a whole number from 1 to 1024",
      })
  void whatDoesNotGoTogetherOrMakesNoSenseIsRefused(String name, String value, String expected) {
    assertRefused(name, value, expected);
  }

  private static void assertRefused(String name, String value, String expected) {
    DeviceParameters device = DeviceParameters.load("trn2");
    var e = assertThrows(SpecException.class, () -> device.withOverrides(Map.of(name, value)));
    assertEquals(
        "override " + name + ": found \"" + value + "\", expected " + expected, e.getMessage());
  }

  @Test
  void whatGoesTogetherIsOverriddenTogether() {
    Map<String, String> more =
        Map.of("dma.engines", "32", "dma.partitions_per_engine", "4", "cc.channel_engines", "8");
    NeuronSpec wide = DeviceParameters.load("trn2").withOverrides(more).neuron();
    assertEquals(32, wide.dma().engines());
    assertEquals(8, wide.collective().channelEngines());
  }

  @Test
  void aFileNeedsEveryParameterAndNoOther() throws IOException {
    String without = trn2().replaceFirst("  drain: .*\n", "");
    assertEquals(
        "d.yaml tensor_engine.drain: found nothing, expected { value: ..., source: ...,"
            + " confidence: ... }",
        message(without));
    String more =
        trn2()
            .replace(
                "chip:\n", "chip:\n  colour: { value: 3, source: arch, confidence: assumed }\n");
    assertTrue(
        message(more)
            .endsWith(
                "chip.colour: found a parameter that the model does not use, expected only"
                    + " parameters of a neuroncore device"));
    assertEquals(
        "d.yaml:5 kind: found \"neuroncor\", expected one of ascend, gpu, neuroncore; did you mean"
            + " neuroncore?",
        message(trn2().replace("kind: neuroncore", "kind: neuroncor")));
  }

  private static String message(String text) {
    return assertThrows(SpecException.class, () -> DeviceParameters.readString("d.yaml", text))
        .getMessage();
  }
}
