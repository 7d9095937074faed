package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the manual as HTML: headings, paragraphs of one line each, lists, tables, examples, and
 * in them code, stress and links. Pictures are left out but for what they show.
 */
final class Markdown {
  private static final Pattern INLINE =
      Pattern.compile(
          "`(?<code>[^`]+)`|\\*\\*(?<strong>[^*]+)\\*\\*|\\*(?<em>[^* ][^*]*)\\*"
              + "|!\\[(?<picture>[^]]*)]\\([^)]*\\)|\\[(?<text>[^]]+)]\\((?<target>[^)]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(#+) (.*)");
  private static final Pattern ITEM = Pattern.compile("(-|[0-9]+\\.) (.*)");
  private static final Pattern CELLS = Pattern.compile("\\|((?:`[^`]*`|[^|`])*)(?=\\|)");
  private static final String FENCE = "```";

  private final String id;
  private final Function<String, String> anchors;
  private final Markup out = new Markup();
  private final List<String> lines;
  private int at;

  /**
   * @param id of the page, with which those of its headings begin
   * @param anchors where the target of a link is to be found, empty if nowhere
   */
  Markdown(String id, String text, Function<String, String> anchors) {
    this.id = id;
    this.anchors = anchors;
    this.lines = text.lines().toList();
  }

  /** The id of a heading. */
  static String slug(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
  }

  String html() {
    while (at < lines.size()) {
      String line = lines.get(at);
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        heading(heading.group(1).length(), heading.group(2));
      } else if (line.startsWith(FENCE)) {
        example();
      } else if (line.startsWith("|")) {
        table();
      } else if (ITEM.matcher(line).matches()) {
        list();
      } else if (!line.isBlank()) {
        inline(out.open("p"), line).close().line();
      }
      at++;
    }
    return out.toString();
  }

  /** The page stands below the report's own headings. */
  private void heading(int level, String text) {
    String tag = "h" + Math.min(level + 2, 6);
    inline(out.open(tag, "id", id + "-" + slug(text)), text).close().line();
  }

  private void example() {
    List<String> text = new ArrayList<>();
    for (at++; at < lines.size() && !lines.get(at).startsWith(FENCE); at++) {
      text.add(lines.get(at));
    }
    out.element("pre", String.join("\n", text)).line();
  }

  private void table() {
    out.open("table");
    row("th", lines.get(at));
    for (at += 2; at < lines.size() && lines.get(at).startsWith("|"); at++) {
      row("td", lines.get(at));
    }
    at--;
    out.close().line();
  }

  private void row(String tag, String line) {
    out.open("tr");
    Matcher cell = CELLS.matcher(line);
    while (cell.find()) {
      inline(out.open(tag), cell.group(1).strip()).close();
    }
    out.close().line();
  }

  private void list() {
    out.open(lines.get(at).startsWith("-") ? "ul" : "ol");
    for (; at < lines.size(); at++) {
      Matcher item = ITEM.matcher(lines.get(at));
      if (!item.matches()) {
        break;
      }
      inline(out.open("li"), item.group(2)).close().line();
    }
    at--;
    out.close().line();
  }

  private Markup inline(Markup to, String text) {
    Matcher part = INLINE.matcher(text);
    int written = 0;
    while (part.find()) {
      to.text(text.substring(written, part.start()));
      written = part.end();
      if (part.group("code") != null) {
        to.element("code", part.group("code"));
      } else if (part.group("strong") != null) {
        inline(to.open("strong"), part.group("strong")).close();
      } else if (part.group("em") != null) {
        inline(to.open("em"), part.group("em")).close();
      } else if (part.group("picture") != null) {
        to.element("span", "Picture in the checkout: " + part.group("picture"), "class", "note");
      } else {
        link(to, part.group("text"), anchors.apply(part.group("target")));
      }
    }
    return to.text(text.substring(written));
  }

  private void link(Markup to, String text, String anchor) {
    if (anchor.isEmpty()) {
      inline(to, text);
    } else {
      inline(to.open("a", "href", "#" + anchor), text).close();
    }
  }
}
