package trn2sim.core.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
  @ParameterizedTest
  @CsvSource({
    "254350000, 254 us",
    "28301700000, 28300 us",
    "5004000, 5.00 us",
    "579400, 0.579 us",
    "0, 0.00 us",
    "6, 0.000006 us",
  })
  void threeDigitsWithoutARange(long ps, String text) {
    assertEquals(text, Text.about(ps));
  }

  @ParameterizedTest
  @CsvSource({"0, 0 events", "1, 1 event", "56, 56 events"})
  void countsAgreeWithTheirWord(long number, String text) {
    assertEquals(text, Text.count(number, "event"));
  }

  @ParameterizedTest
  @CsvSource({"0, 0.0 %", "0.0002899, 0.029 %", "0.00123, 0.1 %", "0.9, 90.0 %"})
  void smallSharesHaveMoreDigits(double share, String text) {
    assertEquals(text, Text.smallPercent(share));
  }

  @ParameterizedTest
  @CsvSource({
    "131072, 0.131 MB",
    "245366784, 245 MB",
    "1062318899200, 1.06 TB",
    "21500000000, 21.5 GB",
    "0, 0.00 MB",
  })
  void threeDigitsOfData(long bytes, String text) {
    assertEquals(text, Text.bytes(bytes));
  }

  @ParameterizedTest
  @CsvSource({
    "283000000, 262000000, 338000000, about 283 us (262-338)",
    "254350000, 246697722, 381324000, about 254 us (247-381)",
    "254350000, 154350000, 754350000, about 250 us (150-750)",
    "235543000, 235542000, 235544000, about 236 us (236-236)",
    "235543000, 235543000, 235543000, about 236 us (236-236)",
    "5123000, 4100000, 7000000, about 5.1 us (4.1-7.0)",
  })
  void noMoreDigitsThanTheRangeLeaves(long ps, long low, long high, String text) {
    assertEquals(text, Text.about(ps, low, high));
  }

  @ParameterizedTest
  @CsvSource({
    "1135.826, 1140",
    "-650.981, -651",
    "91.98, 92.0",
    "2.4372, 2.44",
    "0.0079, 0.008",
    "-0.0794, -0.079",
    "0, 0",
    "-0.0001, 0",
    "Infinity, Infinity"
  })
  void figuresHaveThreeDigits(double value, String text) {
    assertEquals(text, Text.number(value));
  }

  @ParameterizedTest
  @CsvSource({"7.7738, +7.77", "-0.602, -0.602", "0, 0", "-0.0001, 0", "0.0001, 0"})
  void differencesHaveASign(double value, String text) {
    assertEquals(text, Text.signed(value));
  }
}
