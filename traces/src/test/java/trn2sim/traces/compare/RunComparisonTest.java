package trn2sim.traces.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunComparisonTest {
  @ParameterizedTest
  @CsvSource({
    "2, 3, +50.0 %",
    "2, 1, -50.0 %",
    "1, 10.9, +990.0 %",
    "0.1, 13, 130x",
    "0, 1, new",
    "1, 0, -100.0 %",
    "0, 0, ''"
  })
  void figureAgainstTheOther(double a, double b, String expected) {
    Optional<Double> first = Optional.of(a);
    assertEquals(expected, new RunComparison.Line("g", "x", first, Optional.of(b)).against());
  }
}
