package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.viz.browser.Chromium;
import trn2sim.viz.browser.Page;

/** Every interaction of the timeline, on a desktop, on a phone and in the dark. */
class InteractionBrowserTest {
  /** What a reader looks at the page with. */
  enum Screen {
    DESKTOP(1440, 900, false),
    PHONE(390, 844, false),
    DARK(1440, 900, true);

    private final int width;
    private final int height;
    private final boolean dark;

    Screen(int width, int height, boolean dark) {
      this.width = width;
      this.height = height;
      this.dark = dark;
    }

    int width() {
      return width;
    }

    int height() {
      return height;
    }

    boolean dark() {
      return dark;
    }
  }

  private static Path report = Path.of("");

  @BeforeAll
  static void write() throws IOException, InterruptedException {
    Chromium.shared();
    report = Runs.report(Runs.ring("fgcc-tp4"), "interaction.html");
  }

  private static Page open(Screen screen) throws IOException, InterruptedException {
    Page page = Chromium.shared().open(report);
    page.resize(screen.width, screen.height);
    page.dark(screen.dark);
    page.await("window.trn2sim");
    page.evaluate("document.getElementById('stage').scrollIntoView()");
    page.frame();
    return page;
  }

  private static void finish(Page page, Screen screen, String name) throws IOException {
    String file = name + "-" + screen.name().toLowerCase(Locale.ROOT) + ".png";
    page.screenshot(Runs.directory().resolve(file), false);
    assertEquals(List.of(), page.complaints());
    assertTrue(
        page.number("document.documentElement.scrollWidth") <= screen.width,
        "no overflow: " + file);
  }

  private static double left(Page page) {
    return page.number("document.getElementById('canvas').getBoundingClientRect().left");
  }

  private static double top(Page page) {
    return page.number("document.getElementById('canvas').getBoundingClientRect().top");
  }

  /** Where an instant is on the screen. */
  private static double x(Page page, String time) {
    return left(page) + page.number("trn2sim.stage.painter.x(" + time + ")");
  }

  /** The middle of the first row, ruler or group that fits a condition. */
  private static double y(Page page, String rows, String condition) {
    String row = "trn2sim.stage.layout." + rows + ".find(r => " + condition + ")";
    return top(page) + page.number(row + ".y + " + row + ".height / 2 - trn2sim.stage.view.scroll");
  }

  private static String text(Page page, String id) {
    return page.evaluate("document.getElementById('" + id + "').innerText");
  }

  @ParameterizedTest
  @EnumSource
  void waitsAreHoveredAndClicked(Screen screen) throws IOException, InterruptedException {
    Page page = open(screen);
    page.evaluate(
        "(() => { const t = trn2sim.model.tracks.find((t) => t.row === 'Vector');"
            + " let best = 0; for (let i = 0; i < t.size; i++) { const g = trn2sim.model.gap(t, i),"
            + " h = trn2sim.model.gap(t, best); if (g.to - g.from > h.to - h.from) best = i; }"
            + " window.gap = {...trn2sim.model.gap(t, best), bar: best}; })()");
    double x = x(page, "(gap.from + gap.to) / 2");
    double y = y(page, "rows", "r.track && r.track.row === 'Vector'");
    page.hover(x, y);
    assertTrue(text(page, "hover").startsWith("VectorE (DVE) waits "), text(page, "hover"));
    page.click(x, y);
    assertEquals("true", page.evaluate("trn2sim.stage.selected.wait"));
    assertEquals(page.evaluate("gap.bar"), page.evaluate("trn2sim.stage.selected.bar"));
    assertTrue(text(page, "details").contains("waits: engine"), text(page, "details"));
    page.evaluate("document.getElementById('jump').click()");
    assertEquals("false", page.evaluate("trn2sim.stage.selected.wait"));
    finish(page, screen, "wait");
  }

  /** A bar with room for part of its text shows that there is more. */
  @ParameterizedTest
  @EnumSource
  void captionsAreNotCutWithinALetter(Screen screen) throws IOException, InterruptedException {
    Page page = open(screen);
    page.evaluate(
        "(() => { const fill = CanvasRenderingContext2D.prototype.fillText; window.words = [];"
            + " CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {"
            + " words.push(text); fill.call(this, text, ...place); };"
            + " trn2sim.stage.painter.draw(); })()");
    assertEquals("true", page.evaluate("words.some((w) => w.endsWith('\u2026'))"));
    finish(page, screen, "captions");
  }

  @ParameterizedTest
  @EnumSource
  void criticalPathIsFollowed(Screen screen) throws IOException, InterruptedException {
    Page page = open(screen);
    double x = x(page, "trn2sim.model.end * 0.9");
    double y = y(page, "rulers", "r.type === 'path'");
    page.hover(x, y);
    assertTrue(text(page, "hover").startsWith("TensorE (PE) "), text(page, "hover"));
    page.click(x, y);
    assertEquals("TensorE (PE)", page.evaluate("trn2sim.stage.selected.track.title"));
    assertTrue(text(page, "details").contains(" of it"), text(page, "details"));
    double start = page.number("trn2sim.stage.selected.track.starts[trn2sim.stage.selected.bar]");
    page.evaluate("document.getElementById('path-previous').click()");
    double before = page.number("trn2sim.stage.selected.track.starts[trn2sim.stage.selected.bar]");
    assertTrue(before < start, before + " is before " + start);
    page.key("]");
    assertEquals(
        start, page.number("trn2sim.stage.selected.track.starts[trn2sim.stage.selected.bar]"));
    for (int step = 0; step < 5000 && Boolean.parseBoolean(goesBack(page)); step++) {}
    assertTrue(
        page.number("trn2sim.stage.selected.track.starts[trn2sim.stage.selected.bar]")
            < 0.02 * page.number("trn2sim.model.end"),
        "the path leads back to the beginning");
    finish(page, screen, "path");
  }

  /** One step back on the path; false at its beginning. */
  private static String goesBack(Page page) {
    return page.evaluate(
        "(() => { const s = trn2sim.stage, a = s.selected; s.alongPath(-1);"
            + " return s.selected !== a; })()");
  }

  @ParameterizedTest
  @EnumSource
  void foldedRowsAnswer(Screen screen) throws IOException, InterruptedException {
    Page page = open(screen);
    String folded = "r.group && !r.group.open && r.group.tracks.length > 0";
    double y = y(page, "rows", folded);
    double x = x(page, "trn2sim.model.end * 0.6");
    page.hover(x, y);
    assertTrue(text(page, "hover").startsWith("nc_matmul"), text(page, "hover"));
    page.click(x, y);
    assertEquals("Chip[0].Core[1]", page.evaluate("trn2sim.stage.selected.track.group"));
    page.click(left(page) + 20, y);
    assertEquals(
        "true",
        page.evaluate("trn2sim.stage.layout.groups.find(g => g.name === 'Chip[0].Core[1]').open"));
    finish(page, screen, "folded");
  }

  @ParameterizedTest
  @EnumSource
  void shortcutsNeedNoFocus(Screen screen) throws IOException, InterruptedException {
    Page page = open(screen);
    double whole = page.number("trn2sim.stage.view.span");
    assertEquals("BODY", page.evaluate("document.activeElement.tagName"));
    page.key("+");
    assertTrue(page.number("trn2sim.stage.view.span") < whole, "plus zooms in");
    page.key("/");
    assertEquals("search", page.evaluate("document.activeElement.id"));
    page.type("nc_matmul");
    page.await("trn2sim.stage.search.count > 0");
    page.key("0");
    assertNotEquals(whole, page.number("trn2sim.stage.view.span"), "what is typed is no shortcut");
    page.key("Escape");
    assertEquals("canvas", page.evaluate("document.activeElement.id"));
    assertEquals("", page.evaluate("document.getElementById('search').value"));
    assertEquals("0", page.evaluate("trn2sim.stage.search.count"));
    page.key("0");
    assertEquals(whole, page.number("trn2sim.stage.view.span"));
    finish(page, screen, "shortcuts");
  }

  @ParameterizedTest
  @EnumSource
  void rangesAreMeasured(Screen screen) throws IOException, InterruptedException {
    Page page = open(screen);
    double from = x(page, "trn2sim.model.end * 0.25");
    double to = x(page, "trn2sim.model.end * 0.75");
    page.drag(from, top(page) + 10, to, top(page) + 10);
    double length = page.number("trn2sim.stage.range.to - trn2sim.stage.range.from");
    assertEquals(page.number("trn2sim.model.end") / 2, length, 2 * page.number(pixel()));
    assertTrue(text(page, "details").contains("between the markers"), text(page, "details"));
    assertTrue(text(page, "range-table").contains("TensorE (PE)"), text(page, "range-table"));
    assertTrue(text(page, "range-table").contains("MB"), "bytes of queues");
    page.screenshot(
        Runs.directory().resolve("range-" + screen.name().toLowerCase(Locale.ROOT) + ".png"),
        false);
    page.key("z");
    assertEquals(length, page.number("trn2sim.stage.view.span"), 1);
    page.key("Escape");
    assertEquals("null", page.evaluate("String(trn2sim.stage.range)"));
    page.key("0");
    double y = y(page, "rows", "r.track");
    page.drag(to, y, from, y, true);
    assertEquals(
        length, page.number("trn2sim.stage.range.to - trn2sim.stage.range.from"), length / 50);
    finish(page, screen, "range-shift");
  }

  private static String pixel() {
    return "trn2sim.stage.view.span / trn2sim.stage.painter.plotWidth";
  }

  @ParameterizedTest
  @EnumSource
  void memoryIsShownByBuffer(Screen screen) throws IOException, InterruptedException {
    Page page = open(screen);
    String row = "r.counter && r.counter.name === 'SBUF usage'";
    page.evaluate("trn2sim.stage.scrollTo(150)");
    page.frame();
    String bottom =
        "(() => { const r = trn2sim.stage.layout.rows.find(r => "
            + row
            + "); return r.y + r.height - 4 - trn2sim.stage.view.scroll; })()";
    page.hover(x(page, "trn2sim.model.end / 2"), top(page) + page.number(bottom));
    String parts =
        page.evaluate(
            "trn2sim.stage.layout.rows.find(r => "
                + row
                + ").counter.parts.map(p => p.part).join()");
    assertTrue(parts.contains("rhs") && parts.contains("lhs_tile"), parts);
    assertTrue(text(page, "hover").contains("SBUF usage: "), text(page, "hover"));
    assertTrue(
        text(page, "hover").contains(", of it " + parts.split(",", 2)[0]), text(page, "hover"));
    finish(page, screen, "memory");
  }
}
