package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.traces.search.Change;
import trn2sim.traces.search.LineSearch;
import trn2sim.traces.search.Tried;
import trn2sim.traces.search.Tuning;
import trn2sim.traces.search.Variation;

class TuningSummaryTest {
  private static final long BASE = 100_000_000;

  private static String said(long option, long pair, LineSearch.FreeLine... lines) {
    return said("a", option, pair, lines);
  }

  private static String said(String key, long option, long pair, LineSearch.FreeLine... lines) {
    return said(key, option, pair, List.of(), lines);
  }

  private static String said(
      String key, long option, long pair, List<Tried> parts, LineSearch.FreeLine... lines) {
    return said(key, option, pair, parts, List.of(), lines);
  }

  private static String said(
      String key,
      long option,
      long pair,
      List<Tried> parts,
      List<Tried> sizes,
      LineSearch.FreeLine... lines) {
    var nowhere = new ByteArrayOutputStream();
    var err = new PrintStream(nowhere, true, StandardCharsets.UTF_8);
    var terminal = new Terminal(new StandardOutput(nowhere), err, false, false, 80);
    Tuning tuning =
        new Tuning(
            "s",
            BASE,
            List.of(tried(option, key)),
            List.of(tried(pair, key, "b")),
            Optional.empty(),
            parts,
            sizes,
            List.of(),
            3,
            0,
            Optional.empty());
    return new TuningSummary(terminal, "trn2sim run s.yaml").of(tuning, List.of(lines), List.of());
  }

  private static Tried tried(long ps, String... keys) {
    List<Change> changes =
        List.of(keys).stream().map(key -> new Change("options." + key, "1", "2")).toList();
    return new Tried(new Variation("", changes), ps, BASE, 0, "why", Optional.empty());
  }

  @Test
  void aPairThatLosesIsNotOffered() {
    String lost = said(BASE + 20_000_000, BASE + 10_000_000);
    assertFalse(lost.contains("two options together"), lost);
    assertTrue(lost.contains("1 pair tried: none gains either."), lost);
  }

  /** What others share with the part, or the order: no run says which of them it is. */
  @Test
  void whyAFasterPartMakesARunLongerIsNotClaimed() {
    String said = said("a", BASE, BASE, List.of(tried(BASE + 10_000_000, "link")));
    said = said.replaceAll("\\s+", " ");
    assertTrue(said.contains("A faster part can make a run longer, in two ways"), said);
    assertTrue(said.contains("share with it (DMA engines, links, HBM)"), said);
    assertTrue(said.contains("come in another order. Which of them it is here was not"), said);
    String faster = said("a", BASE, BASE, List.of(tried(BASE - 10_000_000, "link")));
    assertFalse(faster.contains("faster part"), faster);
  }

  @Test
  void aSizeAtWhichNothingIsMultipliedSaysSo() {
    List<Change> half = List.of(new Change("shape.N", "512", "256"));
    List<Change> twice = List.of(new Change("shape.N", "512", "1024"));
    Tried idle = new Tried(new Variation("", half), BASE / 4, BASE, 0, "", Optional.empty());
    Tried more = new Tried(new Variation("", twice), BASE * 2, BASE, 1.5, "", Optional.empty());
    String said = said("a", BASE, BASE, List.of(), List.of(more, idle));
    assertTrue(said.contains("shape.N 512 -> 1024, rate 1.50x\n"), said);
    assertTrue(said.contains("shape.N 512 -> 256, where the kernel multiplies nothing\n"), said);
    assertFalse(said("a", BASE, BASE, List.of(), List.of(idle)).contains("multiplies"), said);
  }

  @Test
  void linesOfTheSourceComeFirst() {
    LineSearch.FreeLine line =
        new LineSearch.FreeLine("k.py:3", List.of("dma_copy"), false, BASE * 3 / 4, BASE);
    String text = said(BASE + 20_000_000, BASE + 10_000_000, line);
    assertTrue(text.contains("change can gain\n 75.0 us -25.0 %  k.py:3 (dma_copy)\n\none"), text);
    assertFalse(said(BASE, BASE).contains("source line"), "a kernel without a source");
  }

  @Test
  void anOptionOfAKernelsAuthorIsInTheAuthorsWords() {
    LineSearch.FreeLine line =
        new LineSearch.FreeLine("k.py:3", List.of("dma_copy"), false, BASE * 3 / 4, BASE);
    String remedy = "In the kernel, options.dge=2 is dge_mode 2 at each DMA.";
    assertTrue(said("dge", BASE, BASE, line).contains(remedy));
    assertFalse(said("dge", BASE, BASE).contains(remedy), "a kernel without a source");
    assertFalse(said("a", BASE, BASE, line).contains(remedy), "another option");
  }

  @Test
  void aPairIsHeldAgainstTheBestOptionAlone() {
    String worse = said(BASE - 20_000_000, BASE - 10_000_000);
    assertTrue(worse.contains("1 pair tried: none beats the best option alone."), worse);
    String better = said(BASE - 10_000_000, BASE - 20_000_000);
    assertTrue(better.contains("two options together\n 80.0 us -20.0 %"), better);
  }
}
