package trn2sim.core.config;

import java.util.Locale;
import java.util.function.IntFunction;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Turns the YAML parser's multi-line exceptions into one-line errors. */
final class SyntaxErrors {
  private static final String EXPECTED = "valid YAML";

  private SyntaxErrors() {}

  static SpecException explain(
      YamlEngineException error, YamlSource source, IntFunction<String> placeOfLine) {
    if (error instanceof ReaderException reader) {
      int end = source.text().offsetByCodePoints(0, reader.getPosition());
      long line = source.text().substring(0, end).chars().filter(c -> c == '\n').count() + 1;
      String found =
          String.format(Locale.ROOT, "the control character U+%04X", reader.getCodePoint());
      return SpecException.at(placeOfLine.apply((int) line), found, "printable text");
    }
    if (error instanceof MarkedYamlEngineException marked) {
      int line = marked.getProblemMark().map(Mark::getLine).orElse(0) + 1;
      String problem = marked.getProblem();
      if (problem.contains("(TAB)")) {
        return SpecException.at(placeOfLine.apply(line), "a tab", "spaces for indentation");
      }
      String context = marked.getContext() == null ? "" : " " + marked.getContext();
      return SpecException.at(
          placeOfLine.apply(line), "a syntax error" + context + " (" + problem + ")", EXPECTED);
    }
    return SpecException.at(source.name(), "text the parser refuses", EXPECTED);
  }
}
