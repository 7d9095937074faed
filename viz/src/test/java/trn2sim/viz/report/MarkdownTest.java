package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MarkdownTest {
  private static String html(String... lines) {
    return new Markdown(
            "p", String.join("\n", lines), target -> target.startsWith("near") ? "there" : "")
        .html();
  }

  @Test
  void headingsHaveIdsAndParagraphsAreText() {
    assertEquals(
        "<h4 id=\"p-what-is-hidden-1\">What is &lt;hidden&gt;, 1?</h4>\n<p>A &amp; B</p>\n",
        html("## What is <hidden>, 1?", "", "A & B"));
  }

  @Test
  void insideALine() {
    assertEquals(
        "<p><code>a*b*</code> <strong>one <code>x</code></strong> <em>two</em> 2 * 3 *</p>\n",
        html("`a*b*` **one `x`** *two* 2 * 3 *"));
    assertEquals(
        "<p><a href=\"#there\">near</a>, far.md, <span class=\"note\">Picture in the checkout: it"
            + "</span></p>\n",
        html("[near](near.md), [far.md](far.md#x), ![it](it.png)"));
  }

  @Test
  void listsTablesAndExamples() {
    assertEquals(
        "<ol><li>one</li>\n<li>two</li>\n</ol>\n<ul><li>three</li>\n</ul>\n",
        html("1. one", "2. two", "", "- three"));
    assertEquals(
        "<table><tr><th>a</th><th>b</th></tr>\n"
            + "<tr><td>1</td><td><code>x | y</code></td></tr>\n</table>\n<p>after</p>\n",
        html("| a | b |", "|---|---|", "| 1 | `x | y` |", "after"));
    assertEquals(
        "<pre># no heading\n| no table\n</pre>\n<p>x</p>\n",
        html("```", "# no heading", "| no table", "", "```", "x"));
  }
}
