package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.json.JsonObject;
import trn2sim.core.json.JsonReader;

/** Every sentence's figures agree with result.json, in the summary and in the report. */
class StoryTest extends TypedCommands {
  private static final String FGCC = "kernel: allgather_compute_matmul\n";
  private static final String FGCC_TP4 =
      FGCC + "shape: { m: 1024, K: 4096, N: 4096 }\nranks: { tp: 4, lnc: 2 }\n";
  private static final String SPILLING =
      FGCC + "shape: { m: 2048, K: 4096, N: 4096 }\nranks: { tp: 4, lnc: 2 }\n";
  private static final String FGCC_TP64 =
      FGCC + "shape: { m: 64, K: 256, N: 8192 }\nranks: { tp: 64, lnc: 2 }\n";
  private static final String FGCC_TP2 =
      FGCC + "shape: { m: 128, K: 128, n: 512 }\nranks: { tp: 2, lnc: 1 }\n";
  private static final String TILED =
      "kernel: matmul\nshape: { M: 512, K: 512, N: 1024 }\noptions: { schedule: tiled }\n";
  private static final String ASCEND =
      "device: ascend-910b1\nkernel: ascend_allgather_gemm\n"
          + "shape: { M: 1024, K: 1024, N: 512 }\nranks: { tp: 2 }\n";
  private static final String HELION =
      "device: h100x8\nkernel: helion_all_gather_matmul\n"
          + "shape: { m: 256, K: 512, n: 2048 }\nranks: { tp: 4 }\n";

  /** Three significant digits. */
  private static final double ROUNDED = 0.006;

  @TempDir private Path directory;

  private JsonObject result;

  @ParameterizedTest
  @ValueSource(strings = {FGCC_TP4, SPILLING, FGCC_TP2, FGCC_TP64, TILED, ASCEND, HELION})
  void figuresAgree(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("story.yaml"), yaml);
    assertEquals(0, run("run", file, "--out", directory.resolve("out")), err());
    Path out = directory.resolve("out");
    result = JsonReader.object("result", Files.readString(out.resolve("result.json")));
    String report = Files.readString(out.resolve("report.html"));
    int head = report.indexOf("<h1>");
    String page = report.substring(head, report.indexOf("</dl>", head)).replace("&gt;", ">");
    for (String text : List.of(out().replaceAll("\\s+", " "), page.replaceAll("<[^>]*>", " "))) {
      time(text);
      awaited();
      communication(text);
      ring(text);
      loss(text);
      spill(text);
      advice(text);
      String first = "critical_path.0.";
      String issues = "(?:, [^:]*)?";
      near(
          text,
          "Limited by " + word(first + "resource") + issues + ": ([0-9.]+) %",
          share(first + "us"));
      assertFalse(text.toLowerCase(Locale.ROOT).contains("overlap efficiency"), text);
    }
  }

  /** What an engine waits for the results of each engine is its wait for engines. */
  private void awaited() {
    for (int i = 0; result.find("engines." + i).isPresent(); i++) {
      String engine = "engines." + i + ".";
      double told = 0;
      Optional<Object> awaited = result.find(engine + "awaited_us");
      if (awaited.isPresent()) {
        JsonObject each = (JsonObject) awaited.get();
        for (String name : each.keys()) {
          told += value(each, name);
        }
      }
      boolean waits = result.find(engine + "waits_us.engine").isPresent();
      boolean neuron = result.find("gap_us").isPresent();
      assertEquals(neuron && waits ? number(engine + "waits_us.engine") : 0, told, 1e-6, engine);
    }
  }

  private void time(String text) {
    near(text, "[Aa]bout ([0-9.]+) us", number("time_us.total"));
    if (result.find("speedup").isPresent()) {
      near(text, "[ (]([0-9.]+)x", number("speedup"));
      near(text, "gather-then-matmul (?:takes |\\()?([0-9.]+) us", number("time_us.sequential"));
    }
  }

  private void communication(String text) {
    if (result.find("communication.hidden").isPresent()) {
      near(text, "([0-9.]+) % of the communication", 100 * number("communication.hidden"));
      near(text, "\\(([0-9.]+) us in flight", number("communication.in_flight_us"));
      near(text, "in flight, ([0-9.]+) us exposed", number("communication.exposed_us"));
    } else {
      assertFalse(text.contains("of the communication"), text);
    }
  }

  /** Worked out again from the steps. */
  private void ring(String text) {
    int late = 0;
    int step = 1;
    double by = 0;
    for (; result.find("ring_steps." + step).isPresent(); step++) {
      double wait =
          number("ring_steps." + step + ".arrived_us")
              - number("ring_steps." + (step - 1) + ".compute_end_us");
      late += wait > 0 ? 1 : 0;
      by += Math.max(0, wait);
    }
    if (step == 2) {
      assertTrue(text.contains("the one fragment is " + (late > 0 ? "late by" : "not late")), text);
    } else if (late > 0) {
      assertTrue(text.contains(late + " of " + (step - 1) + " fragments late"), text);
      near(text, "fragments late, by ([0-9.]+) us together", by);
    } else if (step > 1) {
      assertTrue(text.contains("none of " + (step - 1) + " fragments late"), text);
    }
  }

  private void loss(String text) {
    if (result.find("gap_us").isEmpty()) {
      return;
    }
    JsonObject gap = (JsonObject) result.find("gap_us").get();
    String most = "";
    for (String cause : gap.keys()) {
      boolean more = most.isEmpty() || value(gap, cause) > value(gap, most);
      most = !cause.equals("peak arithmetic") && more ? cause : most;
    }
    near(text, "Biggest loss: " + Pattern.quote(most) + ", ([0-9.]+) us", value(gap, most));
  }

  private void spill(String text) {
    double spilled = result.find("compiler").isPresent() ? number("compiler.spilled_bytes") : 0;
    assertEquals(spilled > 0, text.contains("Spilled: "), text);
    if (spilled > 0) {
      near(text, "together ([0-9.]+) MB are saved to HBM", spilled / 1e6);
      near(text, "HBM and ([0-9.]+) MB loaded again", number("compiler.reloaded_bytes") / 1e6);
    }
  }

  private void advice(String text) {
    if (result.find("advice").isEmpty()) {
      boolean known = result.find("path.other.total_us").isPresent();
      double other = known ? number("path.other.total_us") : Double.POSITIVE_INFINITY;
      assertEquals(other < 0.99 * number("time_us.total"), text.contains("Try options."), text);
      if (text.contains("Try options.")) {
        near(text, "Try options.force_hbm_cc=true: about ([0-9.]+) us", other);
        double speedup = number("time_us.sequential") / other;
        near(text, "% less, ([0-9.]+)x over gather-then-matmul", speedup);
      }
    } else if (text.contains("Try options.")) {
      String first = "advice.0.";
      String setting = word(first + "changes.0.key") + "=" + word(first + "changes.0.to");
      near(text, "Try " + setting + ": about ([0-9.]+) us", number(first + "total_us"));
      near(text, "about [0-9.]+ us, ([0-9.]+) % less", 100 * number(first + "gain"));
    }
  }

  private static double value(JsonObject object, String key) {
    return ((Number) object.find(key).orElseThrow()).doubleValue();
  }

  private double number(String path) {
    return value(result, path);
  }

  private String word(String path) {
    return String.valueOf(result.find(path).orElseThrow());
  }

  private double share(String path) {
    double all = 0;
    for (int i = 0; result.find("critical_path." + i).isPresent(); i++) {
      all += number("critical_path." + i + ".us");
    }
    return 100 * number(path) / all;
  }

  private static void near(String text, String pattern, double expected) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertTrue(matcher.find(), pattern + " in " + text);
    double found = Double.parseDouble(matcher.group(1));
    assertEquals(expected, found, Math.max(0.06, ROUNDED * expected), pattern + " in " + text);
  }
}
