package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
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

/** What a document shows below commands is what they print or write, but for line breaks. */
class DocumentedOutputTest extends TypedCommands {
  private static final Pattern BLOCK = Pattern.compile("(?m)^```(\\w*)\n([^`]+)\n```$");
  private static final String COMMAND = "./trn2sim ";
  private static final String WRITES_ONLY = "--profile";

  /** Commands that write files, which go elsewhere than to where the reader has them. */
  private static final Set<String> WRITING = Set.of("run", "compare");

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"diagnosis.md, 4", "range.md, 1", "nki.md, 2", "machines.md, 1", "profile.md, 4"})
  void isWhatTheCommandPrints(String document, int shown) throws IOException, InterruptedException {
    if (document.equals("nki.md")) {
      PythonHere.orSkip();
    }
    Matcher blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", document)));
    String commands = "";
    int count = 0;
    while (blocks.find()) {
      String block = blocks.group(2);
      if (block.startsWith(COMMAND)) {
        commands = block;
        if (block.contains(WRITES_ONLY)) {
          printed(block);
        }
      } else if (blocks.group(1).isEmpty() && !commands.isEmpty()) {
        check(commands, block);
        commands = "";
        count++;
      }
    }
    assertEquals(shown, count, document);
  }

  private void check(String commands, String shown) throws IOException {
    String printed = oneLine(printed(commands));
    int from = 0;
    for (String part : shown.split("(?m)^[.]{3}$", -1)) {
      int at = printed.indexOf(oneLine(part), from);
      assertTrue(at >= 0, () -> commands + "\nprints no\n" + part + "\nbut\n" + printed);
      from = at + 1;
    }
  }

  /** What commands print, each on a line, and what they write to files of a name. */
  private String printed(String commands) throws IOException {
    StringBuilder printed = new StringBuilder();
    for (String command : commands.replace("\\\n", " ").split("\n", -1)) {
      List<Object> typed = typed(command.substring(COMMAND.length()).trim());
      assertEquals(0, run(typed.toArray()), err());
      printed.append(out());
      int file = typed.indexOf("-o") + 1;
      if (file > 0) {
        printed.append(Files.readString(Path.of(typed.get(file).toString())));
      }
    }
    return printed.toString().replace("../scenarios/", "scenarios/").replace(directory + "/", "");
  }

  private List<Object> typed(String command) {
    List<Object> typed = new ArrayList<>(List.of(command.split("\\s+", -1)));
    typed.replaceAll(word -> word.toString().replaceFirst("^scenarios/", "../scenarios/"));
    typed.replaceAll(word -> word.toString().replaceFirst("^(out/|my-)", directory + "/$1"));
    if (WRITING.contains(typed.get(0).toString())) {
      typed.addAll(List.of("--set", "run.mode=timing"));
      if (!typed.contains("--out")) {
        typed.addAll(List.of("--out", directory.resolve("out")));
      }
    }
    return typed;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s+", " ").trim();
  }
}
