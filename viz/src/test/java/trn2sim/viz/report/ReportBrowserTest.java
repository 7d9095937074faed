package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.browser.Chromium;
import trn2sim.viz.browser.Page;

/** Reports in a real browser, used as a reader would: with the mouse, the keyboard, the search. */
class ReportBrowserTest {

  /** Rows times pixels of the page, by far fewer than there are spans. */
  private static final double MOST_RECTANGLES = 10_000;

  private static final String COUNT_RECTANGLES =
      """
      (function() {
        const context = CanvasRenderingContext2D.prototype, fill = context.fillRect;
        window.rectangles = 0;
        context.fillRect = function(...box) { window.rectangles++; fill.apply(this, box); };
      })()
      """;

  private static final int MANY_SPANS = 500_000;

  private static Page open(Path report) throws IOException, InterruptedException {
    Page page = Chromium.shared().open(report);
    page.await("window.trn2sim");
    page.frame();
    return page;
  }

  @Test
  void smallMatmulCanBeExplored() throws IOException, InterruptedException {
    RunResult run = Runs.matmul("small-matmul", 512, 1024, 1024, "both");
    Page page = open(Runs.report(run, "small.html"));
    explore(page, "nc_matmul", "small");
    page.dark(true);
    page.screenshot(Runs.directory().resolve("small-dark.png"), false);
    assertEquals(List.of(), page.complaints());
  }

  @Test
  void ringOfFourRanksCanBeExplored() throws IOException, InterruptedException {
    Page page = open(Runs.report(Runs.ring("fgcc-tp4"), "ring.html"));
    assertEquals("4", page.evaluate("trn2sim.model.runs[0].steps.length"));
    assertTrue(page.number("trn2sim.stage.layout.groups.length") >= 8, "a group for each core");
    explore(page, "collective_permute", "ring");
    assertEquals(List.of(), page.complaints());
  }

  /** Sources name long paths; what stands beside them must be seen without scrolling. */
  @Test
  void tablesAreNoWiderThanThePage() throws IOException, InterruptedException {
    Page page = open(Runs.report(Runs.ring("fgcc-tp4"), "tables.html"));
    page.resize(1280, 900);
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)");
    page.frame();
    String wide =
        "[...document.querySelectorAll('table')].filter(t => t.scrollWidth > t.clientWidth)";
    assertEquals("", page.evaluate(wide + ".map(t => t.innerText.slice(0, 80)).join()"));
  }

  @Test
  void otherMachinesCanBeExplored() throws IOException, InterruptedException {
    Page gpus = open(Runs.report(Runs.gpus("gpus"), "gpus.html"));
    assertEquals(4, gpus.number("trn2sim.stage.layout.groups.length"), "a group for each GPU");
    lookAt(gpus, "copy chunk", "gpus");
    Page dies = open(Runs.report(Runs.dies("dies"), "dies.html"));
    assertTrue(dies.number("trn2sim.stage.layout.groups.length") > 8, "hosts and cores");
    lookAt(dies, "put tile", "dies");
  }

  private static void lookAt(Page page, String words, String name)
      throws IOException, InterruptedException {
    page.screenshot(Runs.directory().resolve(name + ".png"), true);
    search(page, words);
    String headings =
        page.evaluate("[...document.querySelectorAll('h2')].map(h => h.textContent).join(', ')");
    assertTrue(headings.contains("Ranks") && headings.contains("Critical path"), headings);
    assertEquals(
        "none", page.evaluate("getComputedStyle(document.getElementById('counters')).display"));
    assertFalse(headings.contains("ledger") || headings.contains("Ring"), headings);
    assertEquals(List.of(), page.complaints());
  }

  @Test
  void halfAMillionSpansStaySmooth() throws IOException, InterruptedException {
    RunResult run = Runs.matmul("many-spans", 2048, 819200, 2048, "timing");
    Page page = open(Runs.report(run, "many.html"));
    double spans = page.number("trn2sim.model.spans");
    assertTrue(spans >= MANY_SPANS, "only " + spans);
    double first = page.number("trn2sim.firstFrame");
    explore(page, "result1[", "many");
    double zoom = 0;
    double drawn = 0;
    page.evaluate("trn2sim.stage.fit()");
    page.evaluate(COUNT_RECTANGLES);
    for (int step = 0; step < 12; step++) {
      page.evaluate("window.rectangles = 0");
      page.wheel(700, canvasY(page, 0), step < 6 ? -600 : 600);
      zoom = Math.max(zoom, page.number("trn2sim.stage.lastFrame.latency"));
      drawn = Math.max(drawn, page.number("window.rectangles"));
    }
    System.out.printf(
        "report with %.0f spans: first frame after %.0f ms, slowest zoom %.1f ms, %.0f bars%n",
        spans, first, zoom, drawn);
    assertTrue(drawn > 0 && drawn < MOST_RECTANGLES, "a frame has " + drawn + " rectangles");
    assertEquals(List.of(), page.complaints());
  }

  /** What the legend shows of operations that have a colour by habit, and of many others. */
  @Test
  void operationsThatShareAColourDifferInPattern() throws IOException, InterruptedException {
    RunResult run = Runs.matmul("few-operations", 128, 128, 512, "timing");
    Page page = open(Runs.report(run, "patterns.html"));
    page.evaluate(
        """
        (() => {
          const habitual = ['nc_matmul', 'matmul', 'all_gather', 'all_reduce', 'all_to_all'];
          const names = [...habitual, ...[...Array(40).keys()].map((i) => 'other' + i)];
          const section = document.getElementById('timeline');
          const colours = new trn2sim.stage.colours.constructor(section, names);
          const panel = document.createElement('p');
          colours.legend(panel, []);
          const pixels = (c) => c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
          window.looks = [...panel.querySelectorAll('canvas')].map((c) => pixels(c).join());
          window.plain = looks.map((look) => new Set(look.match(/\\d+,\\d+,\\d+,255/g)).size === 1);
        })()
        """);
    assertEquals(45, page.number("new Set(looks).size"), "each looks like no other");
    assertEquals("true,false,true,false,false", page.evaluate("plain.slice(0, 5).join()"));
    assertEquals(9, page.number("plain.filter((one) => one).length"), "colours without a pattern");
    assertEquals(List.of(), page.complaints());
  }

  @Test
  void hostileNamesAreText() throws IOException, InterruptedException {
    Page page = open(Runs.report(Runs.hostile(), "hostile.html"));
    assertEquals(Runs.HOSTILE, page.evaluate("document.querySelector('h1').textContent"));
    assertTrue(page.evaluate("document.title").startsWith(Runs.HOSTILE));
    assertEquals("0", page.evaluate("document.querySelectorAll('img').length"));
    assertEquals(List.of(), page.complaints());
    page.screenshot(Runs.directory().resolve("hostile.png"), false);
  }

  /** Zooms, moves, searches, selects and jumps. */
  private static void explore(Page page, String words, String name)
      throws IOException, InterruptedException {
    page.screenshot(Runs.directory().resolve(name + ".png"), true);
    double whole = page.number("trn2sim.stage.view.span");
    page.wheel(800, canvasY(page, 0), -1500);
    double zoomed = page.number("trn2sim.stage.view.span");
    assertTrue(zoomed < whole / 2, "the wheel zooms: " + zoomed + " of " + whole);
    double start = page.number("trn2sim.stage.view.start");
    page.drag(900, canvasY(page, 0), 700, canvasY(page, 0));
    assertTrue(page.number("trn2sim.stage.view.start") > start, "dragging to the left goes on");
    page.evaluate("document.getElementById('canvas').focus()");
    page.key("ArrowRight");
    page.key("-");
    assertTrue(page.number("trn2sim.stage.view.span") > zoomed, "the minus key zooms out");
    page.key("0");
    assertEquals(whole, page.number("trn2sim.stage.view.span"));
    search(page, words);
    page.screenshot(Runs.directory().resolve(name + "-selected.png"), false);
    clickAndJump(page);
    page.screenshot(Runs.directory().resolve(name + "-jumped.png"), false);
  }

  private static void search(Page page, String words) throws InterruptedException {
    page.evaluate("document.getElementById('search').focus()");
    page.type(words);
    page.await("document.getElementById('matches').textContent.includes('match')");
    assertTrue(page.number("trn2sim.stage.search.count") > 0);
    page.key("Enter");
    String position = "trn2sim.stage.selected.track.base + trn2sim.stage.selected.bar";
    String first = page.evaluate(position);
    assertTrue(page.evaluate("document.getElementById('details').textContent").contains(words));
    page.key("Enter");
    assertNotEquals(first, page.evaluate(position));
  }

  /** Clicks the last bar of the Tensor row that waited, and goes to what it waited for. */
  private static void clickAndJump(Page page) {
    page.evaluate(
        "(() => { const s = trn2sim.stage, t = s.model.tracks[0];"
            + " const bar = t.awaited.findLastIndex((a) => a >= 0);"
            + " s.zoomTo({track: t, bar}); s.select(null); window.wanted = bar; })()");
    page.frame();
    page.click(
        page.number(
            "190 + (document.getElementById('canvas').clientWidth - 190) / 2 +"
                + " document.getElementById('canvas').getBoundingClientRect().left"),
        canvasY(page, 0));
    assertEquals(page.evaluate("window.wanted"), page.evaluate("trn2sim.stage.selected.bar"));
    String before = page.evaluate("trn2sim.stage.selected.track.row");
    page.evaluate("document.getElementById('jump').click()");
    page.frame();
    assertNotEquals(before, page.evaluate("trn2sim.stage.selected.track.row"));
    page.evaluate("document.getElementById('canvas').focus()");
    page.key("b");
    assertEquals(before, page.evaluate("trn2sim.stage.selected.track.row"));
    page.key("j");
  }

  /** The middle of a track's row on the screen. */
  private static double canvasY(Page page, int track) {
    return page.number(
        "document.getElementById('canvas').getBoundingClientRect().top - trn2sim.stage.view.scroll"
            + " + trn2sim.stage.layout.rows.find(r => r.track && r.track.number === "
            + track
            + ").y + 11");
  }
}
