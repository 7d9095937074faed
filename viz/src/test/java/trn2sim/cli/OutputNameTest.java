package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Directories differ by what was set, and are names that every file system takes. */
class OutputNameTest {
  @Test
  void valuesStandBehindTheName() {
    assertEquals("ring", OutputName.of("ring", List.of()));
    assertEquals("ring-shape.K=8192", OutputName.of("ring", List.of("shape.K=8192")));
    assertEquals(
        "ring-shape.K=8192-ranks.tp=4",
        OutputName.of("ring", List.of("shape.K=8192", "ranks.tp=4")));
  }

  @Test
  void whatIsNoFileNameIsReplacedAndToldApart() {
    String a = OutputName.of("ring", List.of("overrides.link.xy_bandwidth=100 GB/s"));
    String b = OutputName.of("ring", List.of("overrides.link.xy_bandwidth=100_GB_s"));
    assertTrue(a.startsWith("ring-overrides.link.xy_bandwidth=100_GB_s-"), a);
    assertNotEquals(a, b);
  }

  @Property(tries = 200)
  void namesAreSafeAndShort(@ForAll String first, @ForAll String second) {
    String a = OutputName.of("name", List.of(first));
    String b = OutputName.of("name", List.of(second));
    assertTrue(a.matches("[A-Za-z0-9._=-]{1,100}"), a);
    assertEquals(first.equals(second), a.equals(b));
  }
}
