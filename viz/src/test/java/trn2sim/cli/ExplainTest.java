package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainTest extends TypedCommands {
  private void explain(String... assignments) {
    List<Object> typed = new ArrayList<>(List.of("explain", "../scenarios/fgcc-tp4.yaml"));
    for (String assignment : assignments) {
      typed.addAll(List.of("--set", assignment));
    }
    assertEquals(0, run(typed.toArray()), err());
  }

  /** Rows of a rank come in fours: those of 2048 are the last that go through SBUF. */
  @ParameterizedTest
  @CsvSource({
    "1024, SBUF, HBM from m = 2052",
    "1088, SBUF, HBM from m = 2052",
    "2048, SBUF, HBM from m = 2052",
    "2052, HBM, SBUF up to m = 2048",
    "2112, HBM, SBUF up to m = 2048",
    "4096, HBM, SBUF up to m = 2048"
  })
  void thePathChangesAtOneSizeWhateverThePresentOne(int m, String path, String flip) {
    explain("shape.m=" + m);
    assertTrue(out().startsWith("fgcc-tp4: " + path + " path"), out());
    assertTrue(out().contains("flips     " + flip + "\n"), out());
  }

  @Test
  void sizesBelowAndAboveMayChangeThePath() {
    explain("shape.m=2052");
    assertTrue(out().contains("SBUF up to K = 3712\n"), out());
    assertTrue(out().contains("SBUF from K = 4097, "), out());
    explain("shape.m=2052", "shape.K=3712");
    assertTrue(out().startsWith("fgcc-tp4: SBUF path"), out());
    assertTrue(out().contains("HBM from K = 3713\n"), out());
  }

  /** Down to the smallest size, of which a channel has a row. */
  @Test
  void sizesThatTheKernelRefusesAreNone() {
    Object[] typed = {"explain", "../scenarios/fine-grained-tp4.yaml", "--set", "shape.m=6148"};
    assertEquals(0, run("explain", "../scenarios/fine-grained-tp4.yaml"), err());
    assertTrue(out().contains("flips     HBM from m = 6148\n"), out());
    assertEquals(0, run(typed), err());
    assertTrue(out().contains("flips     SBUF up to m = 6144\n"), out());
  }

  /** Of what is needed as written a part is free by then: the run spills nothing. */
  @Test
  void whatFitsAsCompiledIsNotSaidToBeSpilled() {
    explain("shape.m=1088");
    assertTrue(out().contains("SBUF      peak 26.0 of 26.0 MiB, as compiled: "), out());
    assertTrue(out().contains("nothing is spilled (26.4 MiB as written)"), out());
    for (String wrong : List.of("DOES NOT FIT", "  spill  ", "  fits  ")) {
      assertFalse(out().contains(wrong), out());
    }
    explain("shape.m=2048");
    assertTrue(out().contains("peak 42.3 of 26.0 MiB"), out());
    assertTrue(out().contains("DOES NOT FIT") && out().contains("  spill  "), out());
  }
}
