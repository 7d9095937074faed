package trn2sim.traces.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {
  @Test
  void textIsEscaped() {
    String odd = "a\"b\\c\n\t\u0001\u2028\uD83D\uDE00é";
    assertEquals("\"a\\\"b\\\\c\\n\\t\\u0001\\u2028\\ud83d\\ude00é\"", JsonWriter.compact(odd));
  }

  @Test
  void numbersAreTheSameInEveryLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      JsonObject json =
          new JsonObject()
              .put("third", 1 / 3.0)
              .put("tiny", 2.5e-30)
              .put("huge", 1e20)
              .put("zero", -0.0)
              .put("whole", 1234567890123L)
              .putMicros("micros", 1_500_000);
      assertEquals(
          "{\"third\": 0.333333333333, \"tiny\": 2.5E-30, \"huge\": 100000000000000000000,"
              + " \"zero\": 0, \"whole\": 1234567890123, \"micros\": 1.5}",
          JsonWriter.compact(json));
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0.000000",
    "1, 0.000001",
    "10, 0.000010",
    "99, 0.000099",
    "100000, 0.100000",
    "999999, 0.999999",
    "1000000, 1.000000",
    "1234567890, 1234.567890"
  })
  void tracesHaveSixDecimals(long ps, String text) throws IOException {
    StringWriter out = new StringWriter();
    new JsonLine().begin().putMicros("ts", ps).open("args").put("a", 1).close().writeTo(out);
    assertEquals("{\"ts\": " + text + ", \"args\": {\"a\": 1}}", out.toString());
  }

  @Test
  void whatJsonCannotSayIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new JsonObject().put("a", Double.NaN));
    JsonObject once = new JsonObject().put("a", 1);
    assertThrows(IllegalStateException.class, () -> once.put("a", 2));
  }

  @Test
  void findsByDottedPath() {
    JsonObject json =
        new JsonObject()
            .put("a", List.of(new JsonObject().put("b", 1), new JsonObject().put("b", 2)))
            .put("c", new JsonObject().put("x.y", 3));
    assertEquals(Optional.of(2L), json.find("a.1.b"));
    assertEquals(Optional.of(3L), json.find("c.x.y"));
    assertEquals(Optional.empty(), json.find("a.2.b"));
    assertEquals(Optional.empty(), json.find("a.b"));
    assertEquals(Optional.empty(), json.find("a.1.b.c"));
  }
}
