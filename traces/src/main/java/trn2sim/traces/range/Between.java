package trn2sim.traces.range;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import trn2sim.hw.spec.Parameter;

/** Values of a parameter halfway between its own and the ends of its range. */
final class Between {
  private static final Pattern QUANTITY = Pattern.compile("([0-9.]+) (\\S+)");
  private static final int DIGITS = 3;

  private Between() {}

  /** None of parameters without a unit, for those may have to be whole numbers. */
  static List<String> of(Parameter parameter) {
    Parameter.Range range = parameter.range().orElseThrow();
    return Stream.of(range.low(), range.high())
        .flatMap(end -> halfway(parameter.value(), end).stream())
        .toList();
  }

  private static Optional<String> halfway(String value, String end) {
    Matcher from = QUANTITY.matcher(value);
    Matcher to = QUANTITY.matcher(end);
    if (value.equals(end) || !from.matches() || !to.matches()) {
      return Optional.empty();
    }
    if (!from.group(2).equals(to.group(2))) {
      return Optional.empty();
    }
    BigDecimal sum = new BigDecimal(from.group(1)).add(new BigDecimal(to.group(1)));
    BigDecimal half = sum.divide(BigDecimal.valueOf(2)).round(new MathContext(DIGITS));
    return Optional.of(half.toPlainString() + " " + from.group(2));
  }
}
