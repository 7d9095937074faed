package trn2sim.hw.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;

class RangesTest {
  private static final String HEADER = "name: d\ntitle: D\nkind: k\nsources: { man: \"Manual\" }\n";

  @TestFactory
  Stream<DynamicTest> everyUncertainParameterHasEndsThatTheModelAccepts() {
    return DeviceParameters.builtIn().stream()
        .map(name -> DynamicTest.dynamicTest(name, () -> check(DeviceParameters.load(name))));
  }

  private static void check(DeviceParameters device) {
    List<Parameter> all = device.names().stream().map(device::parameter).toList();
    assertEquals(
        List.of(),
        all.stream()
            .filter(p -> p.confidence().uncertain() && p.range().isEmpty())
            .map(Parameter::name)
            .toList());
    for (Parameter parameter : all) {
      for (String end : parameter.range().map(r -> List.of(r.low(), r.high())).orElse(List.of())) {
        DeviceParameters changed = device.withOverrides(Map.of(parameter.name(), end));
        assertEquals(end, changed.parameter(parameter.name()).value());
        assertEquals(Optional.empty(), changed.parameter(parameter.name()).range());
      }
      assertTrue(parameter.range().stream().noneMatch(r -> r.source().isBlank()), parameter::name);
    }
  }

  @Test
  void bandwidthOfCollectivesIsKnownWithinAFactorOfFour() {
    DeviceParameters trn2 = DeviceParameters.load("trn2");
    for (String name : List.of("cc.core_bandwidth_lnc1", "cc.core_bandwidth_lnc2")) {
      assertEquals("60 GB/s to 217 GB/s", trn2.parameter(name).range().orElseThrow().toString());
    }
  }

  private static SpecException refused(String range) {
    String leaf = "a: { x: { value: 5 ns, source: man, confidence: assumed, " + range + " } }";
    YamlCursor top = YamlCursor.readString("d.yaml", HEADER + leaf);
    return assertThrows(
        SpecException.class, () -> new Leaves(DeviceFile.read("d.yaml", top)).in("a").ps("x"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "low: 6 ns, high: 9 ns, range: r | a.x.low: found \"6 ns\", expected at most the value, 5"
            + " ns",
        "low: 1 ns, high: 4 ns, range: r | a.x.high: found \"4 ns\", expected at least the value, 5"
            + " ns",
        "low: 1 ns, high: 1 s, range: r | a.x.high: found \"1 s\", expected a duration from 0 ps to"
            + " 10 ms",
        "low: 1, high: 9 ns, range: r | a.x.low: found \"1\", expected a duration like \"1.5 us\"",
        "low: 1 ns, range: r | a.x.high: found nothing, expected a value for this key",
        "low: 1 ns, high: 9 ns | a.x.range: found nothing, expected a value for this key",
      })
  void refusesARangeThatIsNone(String range, String message) {
    assertEquals("d.yaml:5 " + message, refused(range).getMessage());
  }
}
