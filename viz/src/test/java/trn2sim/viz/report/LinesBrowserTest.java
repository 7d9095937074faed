package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.timeline.Track;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.findings.LineCost;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.browser.Chromium;
import trn2sim.viz.browser.Page;

/** From a line of an NKI kernel to its bars, and back. */
class LinesBrowserTest {
  private static final String PLACE = "matmul.py:33";

  @Test
  void linesAddUpToAllBars() {
    RunResult run = Runs.nki("lines");
    List<LineCost> lines = Findings.of(run).lines();
    assertTrue(lines.size() > 3, "lines: " + lines.size());
    long busy = run.timeline().tracks().stream().mapToLong(Track::busyPs).sum();
    assertEquals(busy, lines.stream().mapToLong(LineCost::busyPs).sum());
    assertEquals(run.instructions(), lines.stream().mapToLong(LineCost::instructions).sum());
  }

  @Test
  void aLoopHoldsWhatRunsWithinIt() throws IOException, InterruptedException {
    RunResult run = Runs.nki("loops");
    List<LineCost> loops = LineCost.loops(run);
    assertEquals(List.of(20, 44, 46), loops.stream().map(LineCost::line).toList());
    assertEquals(run.instructions(), loops.get(0).instructions(), "the outermost has everything");
    assertTrue(loops.get(1).busyPs() > loops.get(2).busyPs(), "inner loops have less");
    Chromium browser = Chromium.shared();
    Page page = browser.open(Runs.report(run, "loops.html"));
    page.await("window.trn2sim");
    page.evaluate("document.querySelector('tr[data-loop=\"matmul.py:46\"]').click()");
    page.frame();
    long bars = run.timeline().tracks().stream().mapToLong(Track::size).sum();
    double marked = page.number("trn2sim.stage.search.count");
    assertTrue(marked > 0 && marked < bars, marked + " of " + bars);
    assertEquals("matmul.py:46", page.evaluate("document.getElementById('loop-0').textContent"));
    page.evaluate("document.getElementById('loop-1').click()");
    assertEquals("matmul.py:44", page.evaluate("document.querySelector('tr.chosen').dataset.loop"));
    assertEquals(List.of(), page.complaints());
  }

  @Test
  void aLineLeadsToItsBarsAndABarToItsLine() throws IOException, InterruptedException {
    Chromium browser = Chromium.shared();
    Page page = browser.open(Runs.report(Runs.nki("lines"), "lines.html"));
    page.await("window.trn2sim");
    page.evaluate("document.querySelector('tr[data-place=\"" + PLACE + "\"]').click()");
    page.frame();
    assertTrue(page.number("trn2sim.stage.search.count") > 0, "bars of the line are marked");
    assertEquals(PLACE, page.evaluate("document.getElementById('source-line').textContent"));
    String details = page.evaluate("document.getElementById('details').innerText");
    assertTrue(details.contains("in evacuate"), details);
    assertTrue(details.contains("called from") && details.contains("in matmul_tiled"), details);
    page.screenshot(Runs.directory().resolve("lines.png"), false);
    page.evaluate("document.getElementById('source-line').click()");
    assertEquals(PLACE, page.evaluate("document.querySelector('tr.chosen').dataset.place"));
    page.screenshot(Runs.directory().resolve("lines-back.png"), false);
    assertEquals(List.of(), page.complaints());
  }
}
