package trn2sim.viz.report;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.core.timeline.WaitReason;
import trn2sim.viz.theme.Palette;

/** The place of the interactive timeline; its script fills it. */
final class TimelineMarkup {
  private static final String HELP =
      "Wheel or + and - zoom; drag or arrow keys move; Shift+wheel moves sideways; click a bar for"
          + " its details; double-click zooms to it; n and p select the next and previous bar; j"
          + " jumps to what it waited for; b goes back; 0 shows everything.";

  private TimelineMarkup() {}

  static String text() {
    Markup out = new Markup();
    out.open(
        "section",
        "id",
        "timeline",
        "aria-label",
        "Timeline",
        "data-series",
        join(Palette.SERIES.stream().map(Palette::css)),
        "data-reasons",
        join(
            Stream.of(WaitReason.values())
                .map(reason -> reason.label() + "=" + Palette.css(Palette.of(reason)))));
    out.element("h2", "Timeline").line();
    out.open("div", "class", "toolbar", "role", "toolbar", "aria-label", "Timeline controls");
    button(out, "zoom-in", "+", "Zoom in");
    button(out, "zoom-out", "\u2212", "Zoom out");
    button(out, "fit", "Everything", "Show the whole run");
    button(out, "counters", "Counters", "Show or hide memory and bandwidth over time");
    out.open("label").text("Search ");
    out.open("input", "id", "search", "type", "search", "placeholder", "words of a bar");
    out.dropEnd().close();
    button(out, "previous", "\u2039", "Previous match");
    button(out, "next", "\u203a", "Next match");
    out.element("span", "", "id", "matches", "role", "status");
    out.close().line();
    out.open("p", "id", "legend", "class", "legend").close();
    out.open("div", "id", "stage");
    out.element(
        "canvas",
        "",
        "id",
        "canvas",
        "tabindex",
        "0",
        "role",
        "application",
        "aria-label",
        "Timeline of engines and queues. " + HELP,
        "aria-describedby",
        "details");
    out.element("div", "", "id", "hover", "role", "tooltip", "hidden", "");
    out.close().line();
    out.element("div", HELP, "id", "details", "aria-live", "polite");
    return out.close().line().toString();
  }

  private static void button(Markup out, String id, String label, String title) {
    out.element("button", label, "type", "button", "id", id, "title", title, "aria-label", title);
  }

  private static String join(Stream<String> words) {
    return words.collect(Collectors.joining(" "));
  }
}
