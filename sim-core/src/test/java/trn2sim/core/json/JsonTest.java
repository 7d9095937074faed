package trn2sim.core.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;

class JsonTest {
  @Test
  void textIsEscaped() {
    String odd = "a\"b\\c\n\t\u0001\u2028\uD83D\uDE00é";
    assertEquals("\"a\\\"b\\\\c\\n\\t\\u0001\\u2028\\ud83d\\ude00é\"", Json.compact(odd));
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
          Json.compact(json));
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
    "9223372036854775807, 9223372036854.775807",
    "1234567890, 1234.567890"
  })
  void tracesHaveSixDecimals(long ps, String text) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonStream json = new JsonStream(out)) {
      json.open().putMicros("ts", ps).open("args").put("a", 1).end().end();
    }
    assertEquals("{\"ts\": " + text + ", \"args\": {\"a\": 1}}", text(out));
  }

  @Test
  void itemsOfAStreamHaveLinesOfTheirOwn() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonStream json = new JsonStream(out)) {
      json.open().put("unit", "ns").openList("events");
      json.open().put("a", 1).put("b", "x").end().open().end();
      json.endList().end();
    }
    assertEquals("{\"unit\": \"ns\", \"events\": [\n{\"a\": 1, \"b\": \"x\"},\n{}\n]}", text(out));
  }

  @Test
  void aStreamWritesWhatTheOtherFormsWrite() throws IOException {
    String odd = "a\"b\\c\n\t\u0001\u2028\uD83D\uDE00é";
    String large = "x".repeat(200_000);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonStream json = new JsonStream(out)) {
      json.open()
          .put("odd", odd)
          .put(odd, 1)
          .put("large", large)
          .put("less", -17L)
          .put("part", 0.1);
      json.openList("none").endList().put("least", Long.MIN_VALUE).put("nothing", 0).end();
    }
    String escaped = Json.compact(odd);
    assertEquals(
        "{\"odd\": "
            + (escaped + ", " + escaped)
            + (": 1, \"large\": \"" + large)
            + "\", \"less\": -17, \"part\": 0.1, \"none\": [],"
            + " \"least\": -9223372036854775808, \"nothing\": 0}",
        text(out));
  }

  @Test
  void objectsOfAShapeAreWrittenLikeOthers() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonShape shape = new JsonShape("{'ph': 'X', 'name': ?, 'ts': ?, 'args': {'task': ?}}");
    try (JsonStream json = new JsonStream(out)) {
      json.open()
          .openList("events")
          .open(shape)
          .value(JsonText.of("a\"b"))
          .micros(1_500_000)
          .value(7);
      json.open().put("last", 1).end().endList().end();
    }
    assertEquals(
        "{\"events\": [\n{\"ph\": \"X\", \"name\": \"a\\\"b\", \"ts\": 1.500000, \"args\": {\"task\":"
            + " 7}},\n{\"last\": 1}\n]}",
        text(out));
  }

  @Property
  void numbersHaveTheirDigits(@ForAll @LongRange(min = 0) long number) {
    byte[] copied = new byte[20];
    Decimals digits = new Decimals().of(number, 1);
    int end = digits.copy(0, digits.size(), copied, 0);
    assertEquals(Long.toString(number), new String(copied, 0, end, StandardCharsets.US_ASCII));
  }

  private static String text(ByteArrayOutputStream out) {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatFitsOnALineStaysOnIt() {
    JsonObject json =
        new JsonObject()
            .put("short", new JsonObject().put("a", 1).put("b", new JsonObject()))
            .put("list", List.of(new JsonObject().put("text", "x".repeat(60)).put("n", 1)))
            .putTexts("long", List.of("y".repeat(60), "z".repeat(60)))
            .putTexts("none", List.of())
            .putNull("nothing");
    assertEquals(
        String.join(
            "\n",
            "{",
            "  \"short\": {\"a\": 1, \"b\": {}},",
            "  \"list\": [{\"text\": \"" + "x".repeat(60) + "\", \"n\": 1}],",
            "  \"long\": [",
            "    \"" + "y".repeat(60) + "\",",
            "    \"" + "z".repeat(60) + "\"",
            "  ],",
            "  \"none\": [],",
            "  \"nothing\": null",
            "}",
            ""),
        Json.pretty(json));
    assertEquals("[{\"a\": 1}]\n", Json.pretty(List.of(new JsonObject().put("a", 1))));
  }

  @Test
  void readsBackWhatItWrote() {
    JsonObject json =
        new JsonObject()
            .put("text", "a\"\\\n\u0001\u2028\uD83D\uDE00\uD800é")
            .put("whole", Long.MIN_VALUE)
            .put("part", 1 / 3.0)
            .put("yes", true)
            .putNull("nothing")
            .put("list", List.of(new JsonObject().put("a", 1), new JsonObject()));
    String text = Json.pretty(json);
    assertEquals(text, Json.pretty(JsonReader.object("here", text)));
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"a\": 1', here:1:",
    "'{\n\"a\": b}', here:2:",
    "'[]', here:",
    "'{} {}', here:",
    "'', here:"
  })
  void saysWhereTextIsNotJson(String text, String place) {
    SpecException e = assertThrows(SpecException.class, () -> JsonReader.object("here", text));
    assertTrue(e.getMessage().startsWith(place), e.getMessage());
    assertFalse(e.getMessage().contains("Source"), e.getMessage());
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
