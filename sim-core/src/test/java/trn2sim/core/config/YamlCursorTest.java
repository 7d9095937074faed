package trn2sim.core.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class YamlCursorTest {
  private static final String SCENARIO =
      """
      name: demo          # line 1
      shape:
        m: 1024
        K: 4096
      ratio: 0.5
      fast: true
      wait: 1.5 us
      clock: 2.4 GHz
      rate: 100 GB/s
      size: "24 MiB"
      list: [1, 2]
      none:
      """;

  private final YamlCursor top = YamlCursor.readString("s.yaml", SCENARIO);

  @Test
  void readsTypedValues() {
    assertEquals("demo", top.child("name").string());
    assertEquals(1024, top.child("shape").child("m").integer(1, 4096));
    assertEquals(0.5, top.child("ratio").number(0, 1));
    assertTrue(top.child("fast").bool());
    assertEquals(1_500_000, top.child("wait").duration().ps());
    assertEquals(2_400_000_000L, top.child("clock").frequency().hertz());
    assertEquals(100_000_000_000L, top.child("rate").bandwidth().bytesPerSecond());
    assertEquals(24L << 20, top.child("size").byteSize().bytes());
    assertEquals(
        List.of(1L, 2L), top.child("list").list().stream().map(c -> c.integer(0, 9)).toList());
    assertTrue(top.optional("none").isEmpty());
    assertTrue(top.optional("absent").isEmpty());
    assertEquals(List.of("m", "K"), top.child("shape").keys());
  }

  @Test
  void wholeNumbersUseTheFullRange() {
    assertEquals(
        Long.MAX_VALUE, YamlCursor.value("x", "9223372036854775807").integer(0, Long.MAX_VALUE));
    assertEquals(
        Long.MIN_VALUE, YamlCursor.value("x", "-9223372036854775808").integer(Long.MIN_VALUE, 0));
    assertFails(
        "x: found \"9223372036854775808\", expected a whole number of at least 0",
        () -> YamlCursor.value("x", "9223372036854775808").integer(0, Long.MAX_VALUE));
  }

  @Test
  void knowsItsPlace() {
    YamlCursor k = top.child("shape").child("K");
    assertEquals("shape.K", k.path());
    assertEquals("s.yaml:4", k.where());
    assertEquals("list[1]", top.child("list").list().get(1).path());
  }

  @Test
  void saysWhatWasFoundAndExpected() {
    assertFails(
        "s.yaml:4 shape.K: found \"4096\", expected a whole number from 1 to 100",
        () -> top.child("shape").child("K").integer(1, 100));
    assertFails(
        "s.yaml:5 ratio: found \"0.5\", expected a whole number of at least 1",
        () -> top.child("ratio").integer(1, Long.MAX_VALUE));
    assertFails(
        "s.yaml:5 ratio: found \"0.5\", expected a number from 0 to 0.25",
        () -> top.child("ratio").number(0, 0.25));
    assertFails(
        "s.yaml:1 name: found \"demo\", expected true or false", () -> top.child("name").bool());
    assertFails(
        "s.yaml:10 size: found the text \"24 MiB\", expected a number",
        () -> top.child("size").decimal());
    assertFails(
        "s.yaml:5 ratio: found \"0.5\", expected a duration like \"1.5 us\"",
        () -> top.child("ratio").duration());
    assertFails(
        "s.yaml:2 shape: found a mapping, expected text", () -> top.child("shape").string());
    assertFails("s.yaml:1 name: found \"demo\", expected a list", () -> top.child("name").list());
    assertFails(
        "s.yaml:1 name: found \"demo\", expected a mapping of keys to values",
        () -> top.child("name").child("x"));
    assertFails(
        "s.yaml:12 none: found nothing, expected a value for this key", () -> top.child("none"));
    assertFails(
        "s.yaml:2 shape.N: found nothing, expected a value for this key",
        () -> top.child("shape").child("N"));
    assertFails(
        "s.yaml:1 name: found \"demo\", expected one of decoy, demon; did you mean demon?",
        () -> top.child("name").oneOf(Set.of("decoy", "demon")));
  }

  @Test
  void refusesUnreadKeysAndSuggestsTheNearest() {
    var typo = YamlCursor.readString("s.yaml", "name: x\nshape:\n  m: 1\n  k: 2\n");
    typo.optional("name");
    YamlCursor shape = typo.child("shape");
    shape.optional("m");
    shape.optional("K");
    assertFails(
        "s.yaml:4 shape.k: found an unknown key, expected one of m, K; did you mean K?",
        typo::requireAllRead);
    shape.child("k");
    assertDoesNotThrow(typo::requireAllRead);
  }

  @Test
  void requireAllReadLooksIntoLists() {
    var rows = YamlCursor.readString("s.yaml", "rows:\n  - id: a\n    extra: 1\n");
    rows.child("rows").list().get(0).child("id");
    assertFails(
        "s.yaml:3 rows[0].extra: found an unknown key, expected one of id", rows::requireAllRead);
    rows.markAllRead();
    assertDoesNotThrow(rows::requireAllRead);
  }

  @Test
  void reportsAMissingKeyWhereItsMisspellingStands() {
    var typo = YamlCursor.readString("s.yaml", "name: x\nkernal: y\n");
    typo.child("name");
    assertFails(
        "s.yaml:2 kernal: found an unknown key, expected one of name, kernel; did you mean kernel?",
        () -> typo.child("kernel"));
  }

  @Test
  void setReplacesCreatesAndLocates() {
    top.set("shape.K", "8192");
    top.set("ranks.tp", "4");
    top.set("list", "[7, 8]");
    top.set("none.x", "1");
    YamlCursor k = top.child("shape").child("K");
    assertEquals(8192, k.integer(1, 8192));
    assertEquals("--set shape.K", k.where());
    assertFails(
        "--set shape.K: found \"8192\", expected a whole number from 1 to 2",
        () -> k.integer(1, 2));
    assertEquals(4, top.child("ranks").child("tp").integer(1, 64));
    assertEquals(8, top.child("list").list().get(1).integer(1, 64));
    assertEquals(1, top.child("none").child("x").integer(1, 1));
    assertFalse(top.child("list").isMapping());
  }

  @Test
  void setRefusesWhatCannotBe() {
    assertFails(
        "--set name.x: found \"demo\" at \"name\", expected a mapping of keys to values there",
        () -> top.set("name.x", "1"));
    assertFails(
        "--set a..b: found \"a..b\", expected a key like \"shape.K\"", () -> top.set("a..b", "1"));
    assertFails(
        "--set list: found a syntax error while parsing a flow sequence (expected ',' or ']', but"
            + " got <stream end>), expected valid YAML",
        () -> top.set("list", "[1"));
  }

  @Test
  void dottedKeysAndNestedOnesFlattenAlike() {
    var file =
        YamlCursor.readString("s.yaml", "overrides: { link.bw: 1 GB/s, hbm: { size: 1 B } }");
    file.set("overrides.link.bw", "2 GB/s");
    file.set("overrides.link.delay", "3 ns");
    var flat = file.child("overrides").flatten();
    assertEquals(List.of("link.bw", "hbm.size", "link.delay"), List.copyOf(flat.keySet()));
    assertEquals("2 GB/s", flat.get("link.bw").string());
    assertDoesNotThrow(file::requireAllRead);
  }

  private static void assertFails(String message, Executable reading) {
    assertEquals(message, assertThrows(SpecException.class, reading).getMessage());
  }

  @Test
  void mappingOverDefaultsKeepsEveryValuesPlace() {
    YamlCursor below = YamlCursor.readString("low", "a: { x: 1, y: 2 }\nb: 3\n");
    YamlCursor above = YamlCursor.readString("high", "\na: { y: 4 }\nc: 5\n");
    above.set("d.e", below.child("b"));
    YamlCursor both = above.over(below);
    assertEquals("low:1", both.child("a").child("x").where());
    assertEquals("high:2", both.child("a").child("y").where());
    assertEquals("low:2", both.child("d").child("e").where());
    assertEquals(List.of("a", "b", "c", "d"), both.keys());
    assertEquals("2", below.child("a").child("y").string());
  }
}
