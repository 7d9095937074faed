package trn2sim.viz.report;

import java.util.List;
import trn2sim.core.unit.Text;

/** Horizontal bars, each with a name, its parts and what they come to. */
final class Bars {
  /** A piece of a bar as a share of the longest bar possible. */
  record Part(String label, double share, String colour) {}

  private Bars() {}

  static void row(Markup out, String name, List<Part> parts, String value) {
    out.open("div", "class", "bar-row");
    out.element("span", name, "class", "bar-name");
    out.open("span", "class", "bar");
    for (Part part : parts) {
      String width = Text.format("width:%.3f%%;background:%s", 100 * part.share(), part.colour());
      String title = part.label() + ": " + Text.percent(part.share());
      out.element("span", "", "class", "bar-part", "style", width, "title", title);
    }
    out.close();
    out.element("span", value, "class", "bar-value");
    out.close().line();
  }
}
