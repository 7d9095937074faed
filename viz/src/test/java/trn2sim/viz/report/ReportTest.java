package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;

/** What stands in a report, without a browser. */
class ReportTest {
  @TempDir private Path directory;

  private String html(RunResult run) throws IOException {
    Path file = directory.resolve("report.html");
    Report.write(Findings.of(run), file);
    return Files.readString(file);
  }

  @Test
  void answersFirstAndNeedsNoNetwork() throws IOException {
    String html = html(Runs.matmul("small", 256, 512, 512, "both"));
    assertTrue(html.contains("<h1>small</h1><p class=\"answer\">About "), html);
    assertTrue(html.contains("default-src 'none'"), "nothing may be loaded");
    assertFalse(html.contains("http://") || html.contains("https://"), "nor is anything named");
    assertFalse(html.contains("src="), "no other files");
    assertTrue(html.contains("<strong class=\"good\">PASS</strong>"));
  }

  @Test
  void questionsLeadToPagesOfTheManualWordForWord() throws IOException {
    String html = html(Runs.matmul("small", 256, 512, 512, "timing"));
    for (String page : List.of("figures", "waits", "diagnosis", "range")) {
      assertTrue(html.contains("<a href=\"#manual-" + page), page);
      assertTrue(html.contains("<details id=\"manual-" + page), page);
      String docs = Files.readString(Path.of("..", "docs", page + ".md"));
      assertEquals(docs, Resources.text("manual/" + page + ".md"), page);
    }
    assertFalse(html.contains(".md\""), "no file is linked to");
  }

  @Test
  void sectionsWithoutDataAreLeftOut() throws IOException {
    String matmul = html(Runs.matmul("small", 256, 512, 512, "timing"));
    assertFalse(matmul.contains("<h2>Ring steps"));
    assertFalse(matmul.contains("<h2>Path and its ledger"));
    String ring = html(Runs.ring("ring"));
    assertTrue(ring.contains("<p class=\"answer\">FUSE: "), "the verdict comes first");
    assertTrue(ring.contains("<h2>Ring steps"));
    assertTrue(ring.contains("<h2>Path and its ledger"));
  }

  @Test
  void enginesOfOtherRanksAreFoldedAway() throws IOException {
    String html = html(Runs.ring("ring"));
    String engines =
        html.substring(html.indexOf("Engines: active"), html.indexOf("Critical path<"));
    String seen = engines.substring(0, engines.indexOf("<details>"));
    assertEquals(10, seen.split("class=\"bar-row\"", -1).length - 1, "two cores of five engines");
    assertTrue(engines.contains("<summary>30 rows of other cores</summary>"), engines);
    String one = html(Runs.matmul("small", 256, 512, 512, "timing"));
    assertFalse(one.contains("rows of other cores"));
  }

  @Test
  void namesAreText() throws IOException {
    String html = html(Runs.hostile());
    assertFalse(html.contains("<img"), "no markup from a name");
    assertTrue(
        html.contains("<h1>&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;&lt;/script&gt;"));
  }

  @Test
  void sameRunGivesTheSamePage() throws IOException {
    String page = html(Runs.matmul("small", 256, 512, 512, "timing"));
    RunResult again = Runs.matmul("small", 256, 512, 512, "timing");
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(page, html(again));
    } finally {
      Locale.setDefault(before);
    }
    assertNotEquals(page, html(Runs.matmul("small", 256, 512, 1024, "timing")));
  }

  @Test
  void markupKnowsWhatIsOpen() {
    Markup markup = new Markup().open("p", "title", "a\"b").text("<");
    assertThrows(IllegalStateException.class, markup::toString);
    assertEquals("<p title=\"a&quot;b\">&lt;</p>", markup.close().toString());
  }
}
