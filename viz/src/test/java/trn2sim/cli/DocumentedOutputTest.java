package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a document shows below a command is what the command prints, but for line breaks. */
class DocumentedOutputTest extends TypedCommands {
  private static final Pattern SHOWN =
      Pattern.compile("```\n[.]/trn2sim ([^`]+)\n```\n+```\n([^`]+)\n```");

  /** Commands that write files, which go elsewhere than to where the reader has them. */
  private static final Set<String> WRITING = Set.of("run", "compare");

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"diagnosis.md, 4", "range.md, 1", "nki.md, 1"})
  void isWhatTheCommandPrints(String document, int commands)
      throws IOException, InterruptedException {
    if (document.equals("nki.md")) {
      PythonHere.orSkip();
    }
    String text = Files.readString(Path.of("..", "docs", document), StandardCharsets.UTF_8);
    Matcher shown = SHOWN.matcher(text);
    int count = 0;
    while (shown.find()) {
      String command = shown.group(1).replace("\\\n", " ");
      List<Object> typed = new ArrayList<>(List.of(command.trim().split("\\s+", -1)));
      typed.replaceAll(word -> word.toString().replaceFirst("^scenarios/", "../scenarios/"));
      if (WRITING.contains(typed.get(0).toString())) {
        typed.addAll(List.of("--set", "run.mode=timing", "--out", directory.resolve("out")));
      }
      assertEquals(0, run(typed.toArray()), err());
      String printed = oneLine(out().replace("../scenarios/", "scenarios/"));
      int from = 0;
      for (String part : shown.group(2).split("(?m)^[.]{3}$", -1)) {
        int at = printed.indexOf(oneLine(part), from);
        assertTrue(at >= 0, () -> command + " prints no\n" + part + "\nbut\n" + out());
        from = at + 1;
      }
      count++;
    }
    assertEquals(commands, count, document);
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
