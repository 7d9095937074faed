package trn2sim.core.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class JsonLinesTest {
  /** Kinds of lines, {@code #} being a number. */
  private static final List<String> KINDS =
      List.of(
          "{\"t\":\"buf\",\"id\":#,\"name\":\"left\",\"shape\":[#,#],\"group\":\"matmul.py:47\"}",
          "[\"nc_matmul\",\"tensor\",#,[[#,#,[512,128,1,512]]],[[#,0,[]]],{\"loop\":[#,#]}]",
          "[#, {\"a \\\" # 12\": [#, 1.5, -2e3, true, null, \"\\\\\"]}, #]",
          "#",
          "{}",
          "[[[#]],[#,[#,{\"x\":#,\"y\":{}}]]]",
          "\"ü 7 \\u0041\"");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-1",
          "7",
          "128",
          "-0",
          "123456789012345678",
          "-123456789012345678",
          "9223372036854775807",
          "9223372036854775808",
          "123456789012345678901234567890",
          "1.25",
          "1e3",
          "-Infinity");

  @Test
  void linesThatDifferInNumbersHaveTheValuesThatTheyHaveAlone() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      lines.add(line(KINDS.get(random.nextInt(KINDS.size())), random));
    }
    List<Object> together = all(String.join("\n", lines));
    assertEquals(lines.size(), together.size());
    for (int i = 0; i < lines.size(); i++) {
      assertEquals(all(lines.get(i)).get(0), together.get(i), lines.get(i));
    }
  }

  private static String line(String kind, SplittableRandom random) {
    return kind.chars()
        .mapToObj(c -> c == '#' ? number(random) : Character.toString(c))
        .collect(Collectors.joining());
  }

  private static String number(SplittableRandom random) {
    return random.nextInt(4) == 0
        ? NUMBERS.get(random.nextInt(NUMBERS.size()))
        : Integer.toString(random.nextInt(100_000));
  }

  private static List<Object> all(String text) throws IOException {
    List<Object> values = new ArrayList<>();
    try (JsonLines lines = new JsonLines(stream(text))) {
      for (Optional<Object> value = lines.next(); value.isPresent(); value = lines.next()) {
        values.add(value.get());
      }
    }
    return values;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aLineSharesWhatIsTheSameInTheFirstOfItsKind() throws IOException {
    List<Object> values = all("[1,{\"a\":[2]}]\n[3,{\"a\":[2]}]\n[1,{\"a\":[4]}]\n");
    assertEquals(List.of(3L, Map.of("a", List.of(2L))), values.get(1));
    assertEquals(List.of(1L, Map.of("a", List.of(4L))), values.get(2));
    assertSame(((List<?>) values.get(0)).get(1), ((List<?>) values.get(1)).get(1));
  }

  @Test
  void linesMayBeLongBlankAndWithoutAnEnd() throws IOException {
    String many = "[" + "12,".repeat(50_000) + "1]";
    List<Object> values = all("\n  \n" + many + "\r\n\n" + many.replace("12", "345") + "\n5");
    assertEquals(3, values.size());
    assertEquals(50_001, ((List<?>) values.get(0)).size());
    assertEquals(345L, ((List<?>) values.get(1)).get(49_999));
    assertEquals(5L, values.get(2));
  }

  @Test
  void linesThatNobodyWantsAreNotReadButCounted() throws IOException {
    JsonLines.Filter first = (bytes, from, to) -> to > from && bytes[from] == '{';
    try (JsonLines lines = new JsonLines(stream("[1]\n{\"a\":1}\n[no JSON\n{\"a\":2}"), first)) {
      assertEquals(Map.of("a", 1L), lines.next().orElseThrow());
      assertEquals(2, lines.line());
      Object like = lines.next().orElseThrow();
      assertEquals(Map.of("a", 2L), like);
      assertEquals(List.of("a"), List.copyOf(((Map<?, ?>) like).keySet()));
      assertEquals(4, lines.line());
      assertEquals(Optional.empty(), lines.next());
    }
  }

  @Test
  void whatIsNoJsonIsRefusedWithItsLine() throws IOException {
    for (String wrong : List.of("[1,03]", "[1,2", "[1,-]", "[1,2] 3", "[1,2]]", "[1,x]")) {
      try (JsonLines lines = new JsonLines(stream("[1,2]\n\n" + wrong + "\n"))) {
        lines.next();
        JsonLinesException refused = assertThrows(JsonLinesException.class, lines::next, wrong);
        assertEquals(3, refused.line(), wrong);
      }
    }
  }
}
