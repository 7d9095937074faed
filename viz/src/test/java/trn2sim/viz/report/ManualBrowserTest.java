package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import trn2sim.viz.browser.Chromium;
import trn2sim.viz.browser.Page;
import trn2sim.viz.report.InteractionBrowserTest.Screen;

/** A first-time reader's questions, in a report that lies alone in a directory. */
class ManualBrowserTest {
  private static final List<String> ANSWERS =
      List.of(
          "hidden [communication.hidden]",
          "Click the bar after the gap",
          "advise scenarios/fgcc-tp4.yaml",
          "runs that were simulated, not probabilities");

  @TempDir private Path elsewhere;

  @ParameterizedTest
  @EnumSource(Screen.class)
  void everyQuestionIsAnsweredInTheReport(Screen screen) throws IOException, InterruptedException {
    Chromium browser = Chromium.shared();
    Path alone = Files.copy(Runs.report(Runs.ring("ring"), "manual.html"), elsewhere.resolve("x"));
    Page page = browser.open(Files.move(alone, elsewhere.resolve("mailed.html")));
    page.resize(screen.width(), screen.height());
    page.dark(screen.dark());
    page.await("window.trn2sim");
    assertEquals(0, page.number("document.querySelectorAll('#manual details[open]').length"));
    for (int question = 0; question < ANSWERS.size(); question++) {
      String link = "document.querySelectorAll('nav a')[" + question + "]";
      page.evaluate(link + ".click()");
      page.frame();
      String target = "document.getElementById(" + link + ".hash.slice(1))";
      assertTrue(
          page.number(target + ".getBoundingClientRect().top") < screen.height(), "in sight");
      String text = page.evaluate(target + ".closest('details').innerText");
      assertTrue(text.contains(ANSWERS.get(question)), text);
      String file = "manual-" + question + "-" + screen.name().toLowerCase(Locale.ROOT) + ".png";
      page.screenshot(Runs.directory().resolve(file), false);
    }
    assertEquals(0, page.number(DEAD_LINKS), "links that lead nowhere");
    assertTrue(page.number("document.documentElement.scrollWidth") <= screen.width());
    assertEquals(List.of(), page.complaints());
  }

  private static final String DEAD_LINKS =
      "[...document.querySelectorAll('a')].filter(a => !a.getAttribute('href').startsWith('#')"
          + " || !document.getElementById(a.hash.slice(1))).length";
}
