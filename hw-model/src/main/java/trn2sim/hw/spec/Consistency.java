package trn2sim.hw.spec;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.stream.Collectors;
import trn2sim.core.config.SpecException;

/**
 * Figures that follow from one another. Published pages disagree, so a device file states the
 * result beside its factors; if they do not agree, the error names both with their sources.
 */
final class Consistency {
  /**
   * A stated figure and the product it must equal.
   *
   * @param scale what the product of the factors is multiplied by, units included
   * @param tolerance relative difference that rounding in the source explains
   */
  private record Law(String stated, double tolerance, double scale, List<String> factors) {}

  private static final List<Law> LAWS =
      List.of(
          new Law(
              "tensor_engine.peak_tflops",
              0.01,
              2e-12,
              List.of("tensor_engine.rows", "tensor_engine.columns", "tensor_engine.clock")),
          new Law("sbuf.size", 0, 1, List.of("sbuf.partitions", "sbuf.partition_bytes")),
          new Law("psum.size", 0, 1, List.of("psum.partitions", "psum.banks", "psum.bank_bytes")),
          new Law("hbm.bandwidth", 0.02, 1, List.of("chip.hbm_stacks", "hbm.stack_bandwidth")),
          new Law("hbm.capacity", 0, 1, List.of("chip.hbm_stacks", "hbm.stack_capacity")),
          new Law(
              "dma.chip_bandwidth",
              0.01,
              1,
              List.of("chip.cores", "dma.engines", "dma.engine_bandwidth")));

  private static final String USABLE = "sbuf.usable_partition_bytes";
  private static final String PHYSICAL = "sbuf.partition_bytes";

  private Consistency() {}

  /** Checks what the file states; a device that states less is checked less. */
  static void check(DeviceParameters device) {
    for (Law law : LAWS) {
      if (device.has(law.stated) && law.factors.stream().allMatch(device::has)) {
        check(device, law);
      }
    }
    if (device.has(USABLE) && number(device, USABLE) > number(device, PHYSICAL)) {
      throw conflict(device, USABLE, "at most " + cited(device, PHYSICAL));
    }
  }

  private static void check(DeviceParameters device, Law law) {
    double product = law.scale;
    for (String factor : law.factors) {
      product *= number(device, factor);
    }
    double stated = number(device, law.stated);
    if (Math.abs(stated - product) > law.tolerance * product) {
      String factors =
          law.factors.stream().map(name -> cited(device, name)).collect(Collectors.joining(" x "));
      throw conflict(device, law.stated, round(product / stated) + " times that, from " + factors);
    }
  }

  private static SpecException conflict(DeviceParameters device, String name, String expected) {
    Parameter parameter = device.parameter(name);
    String found = parameter.value() + " (" + parameter.source().text() + ")";
    return SpecException.at(parameter.place(), found, expected);
  }

  private static String cited(DeviceParameters device, String name) {
    Parameter parameter = device.parameter(name);
    return name + " " + parameter.value() + " (" + parameter.source().text() + ")";
  }

  private static String round(double ratio) {
    return new BigDecimal(ratio).round(new MathContext(4)).stripTrailingZeros().toPlainString();
  }

  /** The value in hertz, bytes, bytes per second, or as it is. */
  private static double number(DeviceParameters device, String name) {
    return switch (device.parameter(name).kind()) {
      case FREQUENCY -> device.frequency(name).hertz();
      case BYTES -> device.bytes(name).bytes();
      case BANDWIDTH -> device.bandwidth(name).bytesPerSecond();
      default -> device.number(name);
    };
  }
}
