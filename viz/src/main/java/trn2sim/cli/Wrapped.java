package trn2sim.cli;

import java.util.ArrayList;
import java.util.List;

/** Text in lines that are no longer than the terminal is wide. */
final class Wrapped {
  private Wrapped() {}

  /**
   * Breaks at spaces; words that are longer than a line are cut.
   *
   * @param indent spaces before the second line and those that follow
   */
  static List<String> lines(String text, int indent, int columns) {
    String margin = " ".repeat(Math.min(indent, columns / 2));
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > columns) {
        lines.add(line.toString().stripTrailing());
        line.setLength(0);
        line.append(margin);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
      while (line.length() > columns) {
        lines.add(line.substring(0, columns));
        line.delete(0, columns).insert(0, margin);
      }
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  /** The same, each line ended. */
  static String text(String text, int indent, int columns) {
    return String.join("\n", lines(text, indent, columns)) + "\n";
  }
}
