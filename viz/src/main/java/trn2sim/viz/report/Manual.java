package trn2sim.viz.report;

import java.io.IOException;
import java.util.List;

/**
 * The pages of the manual to which the questions at the head of a report lead. They are the files
 * in docs, and part of the report, which may be read far from any checkout.
 */
final class Manual {
  private static final List<String> PAGES = List.of("figures", "waits", "diagnosis", "range");

  private Manual() {}

  static String markup() throws IOException {
    Markup out = new Markup();
    out.open("section", "id", "manual").element("h2", "Manual").line();
    for (String page : PAGES) {
      String text = Resources.text("manual/" + page + ".md");
      String title = text.lines().findFirst().orElseThrow().replaceFirst("^# ", "");
      out.open("details", "id", id(page)).element("summary", title).line();
      out.markup(new Markdown(id(page), body(text), Manual::anchor).html());
      out.close().line();
    }
    return out.close().line().toString();
  }

  private static String id(String page) {
    return "manual-" + page;
  }

  /** Without the title, which stands above it. */
  private static String body(String text) {
    return text.substring(text.indexOf('\n'));
  }

  /** Where another page, or a heading of it, is to be found in the report. */
  private static String anchor(String target) {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    String page = file.replaceFirst("[.]md$", "");
    if (!file.endsWith(".md") || !PAGES.contains(page)) {
      return "";
    }
    return id(page) + (hash < 0 ? "" : "-" + target.substring(hash + 1));
  }
}
