package trn2sim.viz.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page with gaps, {@code {{name}}}, each of which something fills. */
final class Template {
  /** What fills a gap, written straight to the page. */
  interface Filling {
    void write(OutputStream out) throws IOException;
  }

  private static final Pattern GAP = Pattern.compile("\\{\\{([a-z-]+)}}");

  private final String page;
  private final Map<String, Filling> fillings = new LinkedHashMap<>();

  Template(String page) {
    this.page = page;
  }

  /** Text, its special characters escaped. */
  Template text(String gap, String text) {
    return markup(gap, Markup.escape(text));
  }

  /** Markup, style or script as it is. */
  Template markup(String gap, String markup) {
    return fill(gap, out -> print(out, markup));
  }

  Template fill(String gap, Filling filling) {
    fillings.put(gap, filling);
    return this;
  }

  /**
   * Writes the page.
   *
   * @throws IllegalStateException if nothing was given for a gap
   */
  void write(OutputStream out) throws IOException {
    Matcher gap = GAP.matcher(page);
    int written = 0;
    while (gap.find()) {
      print(out, page.substring(written, gap.start()));
      Filling filling = fillings.get(gap.group(1));
      if (filling == null) {
        throw new IllegalStateException("nothing for " + gap.group());
      }
      filling.write(out);
      written = gap.end();
    }
    print(out, page.substring(written));
  }

  private static void print(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
