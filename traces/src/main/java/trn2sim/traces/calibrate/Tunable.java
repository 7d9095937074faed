package trn2sim.traces.calibrate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trn2sim.core.config.SpecException;
import trn2sim.hw.spec.DeviceParameters;

/**
 * A parameter of single instructions and DMAs that a profile may determine.
 *
 * @param value the device's, in its unit
 * @param unit with a space before it; empty if there is none
 * @param whole whether only whole numbers make sense
 */
record Tunable(String name, double value, String unit, boolean whole) {
  private static final Pattern NUMBER = Pattern.compile("([0-9.]+)( [A-Za-z/]+)?");
  private static final MathContext DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);
  private static final int PICOSECONDS = 3;
  private static final double OTHER = 1.0371;

  /** Where the costs of single instructions are. */
  private static final List<String> PREFIXES =
      List.of("tensor_engine.", "vector_engine.", "scalar_engine.", "gpsimd_engine.", "dma.");

  /** How the machine is built, and what adds the same to every DMA: no profile tells these. */
  private static final Set<String> STRUCTURE =
      Set.of(
          "tensor_engine.rows",
          "tensor_engine.columns",
          "tensor_engine.peak_tflops",
          "tensor_engine.min_cycles",
          "tensor_engine.strided_bytes",
          "tensor_engine.fp32_passes",
          "tensor_engine.fp32_row_cycles",
          "tensor_engine.fp32_transpose_passes",
          "vector_engine.min_cycles",
          "vector_engine.fast_element",
          "scalar_engine.min_cycles",
          "dma.engines",
          "dma.partitions_per_engine",
          "dma.chip_bandwidth",
          "dma.beat",
          "dma.packet",
          "dma.max_descriptor",
          "dma.semaphore_write",
          "dma.static.fetches");

  /** Those of a device, but for what is held as it is. */
  static List<Tunable> of(DeviceParameters device, Collection<String> held) {
    List<Tunable> all = new ArrayList<>();
    for (String name : device.names()) {
      boolean single = PREFIXES.stream().anyMatch(name::startsWith);
      boolean fixed = STRUCTURE.contains(name) || name.contains(".throttle.");
      Matcher number = NUMBER.matcher(device.parameter(name).value());
      if (single && !fixed && !held.contains(name) && number.matches()) {
        String unit = number.group(2) == null ? "" : number.group(2);
        double value = Double.parseDouble(number.group(1));
        Tunable real = new Tunable(name, value, unit, false);
        all.add(new Tunable(name, value, unit, !real.accepts(device, real.at(OTHER - 1))));
      }
    }
    return all;
  }

  private boolean accepts(DeviceParameters device, double other) {
    try {
      device.withOverrides(Map.of(name, text(other)));
      return true;
    } catch (SpecException refused) {
      return false;
    }
  }

  /** The value after a change by so many times itself; of nothing, by as many tens or units. */
  double at(double change) {
    double scale = value > 0 ? value : unit.isEmpty() ? 1 : 10;
    return Math.max(value + scale * change, value / 20);
  }

  /** A value as overrides spell it. */
  String text(double number) {
    BigDecimal digits =
        whole ? BigDecimal.valueOf(Math.round(number)) : new BigDecimal(number, DIGITS);
    if (unit.equals(" ns")) {
      digits = digits.setScale(PICOSECONDS, RoundingMode.HALF_EVEN);
    }
    return digits.stripTrailingZeros().toPlainString() + unit;
  }
}
