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
