package trn2sim.core.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostileYamlTest {
  @TempDir Path folder;

  @Test
  void billionLaughs() {
    var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 10; i++) {
      String items = ("*a" + (i - 1) + ",").repeat(10);
      bomb.append("a" + i + ": &a" + i + " [" + items + "]\n");
    }
    assertEquals(
        "s.yaml:5 a4[7]: found more than 100000 values, expected fewer (aliases count as what they"
            + " stand for)",
        message(bomb.toString()));
  }

  @Test
  void aliasesThatNestInEachOther() {
    var chain = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 100; i++) {
      chain.append("a" + i + ": &a" + i + " [*a" + (i - 1) + "]\n");
    }
    assertEquals(
        "s.yaml:64 a63[0]: found deeper nesting, expected at most 64 levels",
        message(chain.toString()));
  }

  @Test
  void anAliasInsideItsOwnAnchor() {
    assertEquals(
        "s.yaml:1 a[0]: found the alias \"*x\", expected an anchor of that name before it",
        message("a: &x [*x]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void deepNesting(String opening) {
    String message = message("top:\n  " + opening.repeat(200_000));
    assertEquals("s.yaml:2: found deeper nesting, expected at most 64 levels", message);
  }

  @Test
  void tooLongAFile() throws IOException {
    Path file = folder.resolve("big.yaml");
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(10 << 20);
    }
    assertFails(file, "found 10485760 bytes or more, expected a file of at most 4194304 bytes", "");
  }

  @Test
  void anEndlessDevice() {
    Path device = Path.of("/dev/zero");
    if (Files.exists(device)) {
      assertFails(
          device, "found 4194305 bytes or more, expected a file of at most 4194304 bytes", "");
    }
  }

  @Test
  void aDirectoryOrNothing() {
    assertFails(folder, "found a directory, expected a YAML file", "");
    assertFails(folder.resolve("no.yaml"), "found no such file, expected a YAML file", "");
  }

  @Test
  void aMistypedFile() throws IOException {
    Files.writeString(folder.resolve("softmax.yaml"), "a: 1\n");
    assertFails(
        folder.resolve("softmx.yaml"),
        "found no such file, expected a YAML file; did you mean softmax.yaml?",
        "");
  }

  @Test
  void bytesThatAreNotUtf8() throws IOException {
    Path file = folder.resolve("latin1.yaml");
    Files.write(file, "a: 1\nname: café\n".getBytes(StandardCharsets.ISO_8859_1));
    assertFails(file, "found bytes that are not UTF-8, expected UTF-8 text", ":2");
    Files.write(file, "a: 1".getBytes(StandardCharsets.UTF_16));
    assertFails(file, "found bytes that are not UTF-8, expected UTF-8 text", ":1");
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xC3});
    assertFails(file, "found bytes that are not UTF-8, expected UTF-8 text", ":1");
  }

  @Test
  void aByteOrderMarkIsSkipped() throws IOException {
    Path file = folder.resolve("bom.yaml");
    Files.writeString(file, "\uFEFFname: x\r\nkind: y\r\n");
    assertEquals("x", YamlCursor.read(file).child("name").string());
    assertEquals(file + ":2", YamlCursor.read(file).child("kind").where());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# only a comment\n"})
  void emptyFiles(String text) {
    assertEquals(
        "s.yaml:1: found an empty file, expected a mapping of keys to values", message(text));
  }

  @Test
  void wrongTop() {
    assertEquals("s.yaml:2: found nothing, expected a mapping of keys to values", message("---\n"));
    assertEquals("s.yaml:1: found a list, expected a mapping of keys to values", message("[a]"));
    assertEquals("s.yaml:1: found \"a\", expected a mapping of keys to values", message("a"));
    assertEquals(
        "s.yaml:2: found a second document, expected one document per file",
        message("a: 1\n---\nb: 2\n"));
  }

  @Test
  void duplicateKeys() {
    assertEquals(
        "s.yaml:3 shape.m: found the key again, expected it once (first at s.yaml:2)",
        message("shape:\n  m: 1\n  m: 2\n"));
  }

  @Test
  void syntax() {
    assertEquals("s.yaml:2: found a tab, expected spaces for indentation", message("a:\n\tb: 1\n"));
    assertEquals("s.yaml:1 a: found the tag \"!java\", expected no tag", message("a: !java x"));
    assertEquals("s.yaml:1: found a key that is not text, expected a plain key", message("[a]: 1"));
    assertEquals(
        "s.yaml:2: found the control character U+0000, expected printable text",
        message("a: 1\nb: \0"));
    assertEquals(
        "s.yaml:1 \"a\\nb\": found the tag \"!x\", expected no tag", message("\"a\\nb\": !x 1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: 'x", "a: \"x", "a: [1, }", "a: b: c", "%YAML 9", "a: &", "@"})
  void anythingMalformedIsOneLine(String text) {
    String message = message(text);
    assertTrue(message.startsWith("s.yaml:"), message);
    assertFalse(message.contains("\n"), message);
  }

  @ParameterizedTest
  @CsvSource({".nan", ".inf", "-.inf", "NaN", "1e999", "0x10", "1_000", "true", "-1"})
  void numbersThatAreNone(String text) {
    YamlCursor cursor = YamlCursor.readString("s.yaml", "a: " + text).child("a");
    String found = "s.yaml:1 a: found \"" + text + "\", expected ";
    var number = assertThrows(SpecException.class, () -> cursor.number(0, Double.MAX_VALUE));
    assertEquals(found + "a number of at least 0", number.getMessage());
    var integer = assertThrows(SpecException.class, () -> cursor.integer(0, 9));
    assertEquals(found + "a whole number from 0 to 9", integer.getMessage());
  }

  private static String message(String text) {
    return assertThrows(SpecException.class, () -> YamlCursor.readString("s.yaml", text))
        .getMessage();
  }

  private static void assertFails(Path file, String problem, String line) {
    var error = assertThrows(SpecException.class, () -> YamlCursor.read(file));
    assertEquals(file + line + ": " + problem, error.getMessage());
  }
}
