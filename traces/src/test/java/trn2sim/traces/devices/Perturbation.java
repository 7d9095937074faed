package trn2sim.traces.devices;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trn2sim.core.config.SpecException;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.Parameter;

/** Other values of a parameter: half, double, nothing, one, the largest, the ends of its range. */
final class Perturbation {
  private static final Pattern QUANTITY = Pattern.compile("([0-9.]+)( [A-Za-z/]+)?");
  private static final Pattern RANGE = Pattern.compile("expected .* from (.+) to (.+)$");

  private Perturbation() {}

  /** A value, and whether it is larger than the file's. */
  record Change(String value, boolean up) {}

  static Set<Change> of(DeviceParameters device, Parameter parameter) {
    Matcher parts = QUANTITY.matcher(parameter.value());
    if (!parts.matches()) {
      throw new IllegalStateException("what to make of " + parameter + "?");
    }
    BigDecimal number = new BigDecimal(parts.group(1));
    String unit = parts.group(2) == null ? "" : parts.group(2);
    Set<Change> changes = new LinkedHashSet<>();
    for (BigDecimal factor : List.of(new BigDecimal("0.5"), BigDecimal.valueOf(2))) {
      String value = number.multiply(factor).stripTrailingZeros().toPlainString();
      changes.add(new Change(value + unit, factor.intValue() == 2));
    }
    changes.add(new Change("0" + unit, false));
    changes.add(new Change("1" + unit, BigDecimal.ONE.compareTo(number) > 0));
    if (!unit.isEmpty()) {
      changes.add(new Change("1", false));
    }
    changes.add(new Change(largest(unit), true));
    changes.addAll(range(device, parameter.name(), largest(unit)));
    changes.removeIf(change -> change.value.equals(parameter.value()));
    return changes;
  }

  private static String largest(String unit) {
    if (unit.contains("/")) {
      return "9000000 TB/s";
    }
    if (unit.endsWith("Hz")) {
      return "9000000000 GHz";
    }
    if (unit.endsWith("B")) {
      return "8000000000 MiB";
    }
    return unit.isEmpty() ? "2147483647" : "9000000 s";
  }

  /** The ends of the range that the refusal of a huge value names. */
  private static List<Change> range(DeviceParameters device, String name, String huge) {
    try {
      device.withOverrides(Map.of(name, huge));
      throw new IllegalStateException(String.format(Locale.ROOT, "%s accepts %s", name, huge));
    } catch (SpecException e) {
      Matcher range = RANGE.matcher(e.getMessage());
      return range.find()
          ? List.of(new Change(range.group(1), false), new Change(range.group(2), true))
          : List.of();
    }
  }
}
