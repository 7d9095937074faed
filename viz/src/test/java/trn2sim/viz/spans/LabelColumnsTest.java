package trn2sim.viz.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.junit.jupiter.api.Test;
import trn2sim.core.json.Json;
import trn2sim.core.json.JsonObject;
import trn2sim.viz.browser.Chromium;
import trn2sim.viz.browser.Page;

/** The page's own decoder gives texts back as they went in, and alike ones share a template. */
class LabelColumnsTest {
  private static Optional<Page> blank = Optional.empty();

  @Provide
  Arbitrary<List<String>> texts() {
    return Arbitraries.strings()
        .withChars("a[,: 0019")
        .ofMaxLength(24)
        .list()
        .ofMinSize(1)
        .ofMaxSize(12);
  }

  /** A property fails if each of its tries is left out, so it is left out as a whole. */
  static final class NeedsChromium implements SkipExecutionHook {
    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
      return Chromium.isThere() ? SkipResult.doNotSkip() : SkipResult.skip("no Chromium");
    }
  }

  @Property(tries = 100)
  @AddLifecycleHook(NeedsChromium.class)
  void textsComeBack(@ForAll("texts") List<String> texts) throws Exception {
    assertEquals(String.join("|", texts), decode(texts));
  }

  @Test
  void numbersThatTheirValueDoesNotGiveBackAreKept() throws Exception {
    List<String> texts = List.of("x007", "x1234567890123", "x0", "x00", "1.05", "");
    assertEquals(String.join("|", texts), decode(texts));
  }

  @Test
  void likeTextsShareATemplate() {
    LabelColumns columns = new LabelColumns(2);
    columns.add("nc_matmul psum1[0:128]");
    columns.add("nc_matmul psum22[64:128]");
    assertEquals(1, columns.templates().size());
  }

  private static Page page() throws IOException, InterruptedException {
    if (blank.isEmpty()) {
      blank = Optional.of(Chromium.shared().blank());
      blank.get().evaluate(script("decode.js") + script("model.js"));
    }
    return blank.get();
  }

  private static String decode(List<String> texts) throws IOException, InterruptedException {
    LabelColumns columns = new LabelColumns(texts.size());
    texts.forEach(columns::add);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteSink sink = new ByteSink();
    columns.writeTemplates(sink);
    columns.writeNumbers(sink);
    sink.writeTo(out);
    String header =
        Json.compact(
            new JsonObject()
                .put("tasks", texts.size())
                .put("places", List.of())
                .put(
                    "templates",
                    columns.templates().stream()
                        .map(text -> new JsonObject().put("text", text))
                        .toList()));
    return page()
        .evaluate(
            "(() => { const reader = new Reader(Uint8Array.from(atob('"
                + Base64.getEncoder().encodeToString(out.toByteArray())
                + "'), (c) => c.charCodeAt(0)));"
                + " const program = decodeProgram("
                + header
                + ", reader); decodeNumbers([program], reader);"
                + " return [...program.templateOf.keys()]"
                + ".map((task) => Model.prototype.taskText(program, task)).join('|'); })()");
  }

  private static String script(String name) throws IOException {
    try (InputStream in =
        LabelColumnsTest.class.getResourceAsStream("/trn2sim/viz/report/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .collect(Collectors.joining("\n", "", "\n"));
    }
  }

  @Test
  void aNumberInTheOperationIsPartOfItsName() {
    LabelColumns labels = new LabelColumns(1);
    labels.add("DMA_DIRECT2D 7 max8");
    assertEquals(
        List.of("DMA_DIRECT2D " + LabelColumns.SLOT + " max" + LabelColumns.SLOT),
        labels.templates());
  }
}
