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
import trn2sim.traces.compare.RunComparison;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.viz.browser.Chromium;
import trn2sim.viz.browser.Page;

/** Two runs on one page: the input first, one axis of time, aligned as the reader asks. */
class CompareBrowserTest {
  private static final String RING =
      "kernel: allgather_compute_matmul\nshape: { m: 512, K: 1024, N: 2048 }\n"
          + "ranks: { tp: 4, lnc: 2 }\noptions: { force_hbm_cc: %s }\n";

  private static Path file = Path.of("");

  @BeforeAll
  static void write() throws IOException, InterruptedException {
    Chromium.shared();
    file = Runs.directory().resolve("compare.html").toAbsolutePath();
    ComparePage.write(RunComparison.of(run(false), run(true)), file);
  }

  private static Findings run(boolean hbm) {
    String yaml = String.format(Locale.ROOT, RING, hbm);
    return Findings.of(ScenarioRunner.standard().runOnce(Runs.scenario("ring", yaml)));
  }

  private static double start(Page page, int run, int step) {
    return page.number("trn2sim.model.runs[" + run + "].steps[" + step + "].start");
  }

  @ParameterizedTest
  @EnumSource
  void runsAreAlignedAtTheStartOrAtAStep(InteractionBrowserTest.Screen screen)
      throws IOException, InterruptedException {
    Page page = Chromium.shared().open(file);
    page.resize(screen.width(), screen.height());
    page.dark(screen.dark());
    page.await("window.trn2sim");
    String input = page.evaluate("document.querySelector('header table').innerText");
    assertTrue(input.contains("options.force_hbm_cc"), input);
    assertEquals("A,B", page.evaluate("trn2sim.model.runs.map(r => r.label).join()"));
    assertNotEquals(start(page, 0, 2), start(page, 1, 2));
    page.evaluate(
        "(() => { const a = document.getElementById('align'); a.value = '2';"
            + " a.dispatchEvent(new Event('change')); })()");
    page.frame();
    assertEquals(start(page, 0, 2), start(page, 1, 2));
    assertEquals(0, page.number("Math.min(...trn2sim.model.runs.map(r => r.offset))"));
    page.evaluate(
        "(() => { const t = trn2sim.model.tracks.findLast((t) => t.row === 'Tensor');"
            + " trn2sim.stage.go({track: t, bar: t.awaited.findLastIndex((a) => a >= 0)}); })()");
    String where = page.evaluate("document.getElementById('details').innerText");
    assertTrue(where.contains("B: Chip[0]"), where);
    page.key("j");
    assertEquals("B", page.evaluate("trn2sim.stage.selected.track.run.label"));
    page.key("[");
    assertEquals("B", page.evaluate("trn2sim.stage.selected.track.run.label"));
    String name = "compare-" + screen.name().toLowerCase(Locale.ROOT) + ".png";
    page.screenshot(Runs.directory().resolve(name), false);
    assertTrue(
        page.number("document.documentElement.scrollWidth") <= screen.width(), "no overflow");
    assertEquals(List.of(), page.complaints());
  }
}
