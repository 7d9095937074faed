package trn2sim.traces.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.core.config.SpecException;

class OrderTest {
  private static final String HEADER =
      "case,node,engine,statement,open_engine,group,occupancy_ns,latency_ns,after,position\n";

  static List<OrderCase> builtIn() {
    return OrderFile.builtIn();
  }

  @ParameterizedTest
  @MethodSource("builtIn")
  void theModelIsLikeTheCompiler(OrderCase compiled) {
    OrderScore model = OrderScore.ofModel(compiled);
    assertTrue(model.engines().get("Tensor").adjacent() >= 0.85, model::toString);
    assertTrue(model.engines().get("Vector").tau() >= 0.95, model::toString);
    OrderScore source = OrderScore.ofSource(compiled);
    assertTrue(
        model.engines().get("Tensor").adjacent() > source.engines().get("Tensor").adjacent(),
        source::toString);
  }

  /** Loads go by first use there, not as they are written; the source has them the other way. */
  @Test
  void fusedKernelsAreInTheCompiledOrderExactly() {
    List<OrderCase> fused =
        builtIn().stream().filter(compiled -> compiled.name().startsWith("fused")).toList();
    assertEquals(2, fused.size());
    for (OrderCase compiled : fused) {
      OrderScore.ofModel(compiled)
          .engines()
          .forEach((engine, likeness) -> assertEquals(1, likeness.tau(), engine));
      assertTrue(OrderScore.ofSource(compiled).engines().get("GpSimd").tau() < 0.5);
    }
  }

  @Test
  void theModelTakesAsLongAsTheCompiledOrder() {
    double distance =
        builtIn().stream()
            .mapToDouble(compiled -> Math.abs(OrderScore.ofModel(compiled).span() - 1))
            .average()
            .orElseThrow();
    assertTrue(distance <= 0.05, Double.toString(distance));
  }

  /** b waits for a on the other engine; the compiler put c first. Worked out by hand. */
  @Test
  void scoresOfThreeInstructions() {
    String text =
        HEADER
            + "t,0,Scalar,1,0,,10,100,,0\n"
            + "t,1,Vector,2,0,,20,30,0f,1\n"
            + "t,2,Vector,3,0,,20,30,,0\n";
    OrderCase compiled = OrderFile.read("t.csv", text).get(0);
    OrderScore model = OrderScore.ofModel(compiled);
    assertEquals(new OrderScore.Likeness(1, 1, 2), model.engines().get("Vector"));
    assertEquals(1, model.span());
    OrderScore source = OrderScore.ofSource(compiled);
    assertEquals(new OrderScore.Likeness(-1, 0, 2), source.engines().get("Vector"));
    assertEquals(150.0 / 130, source.span(), 1e-12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t,0,Scalar,1,0,,10,100,,1 | t.csv:2 position: found '1', expected each of 0 to 0 once",
        "t,1,Scalar,1,0,,10,100,,0 | t.csv:2 node: found '1', expected nodes of a case counted",
        "t,0,Scalar,1,0,,ten,100,,0 | t.csv:2 occupancy_ns: found 'ten', expected a whole number",
        "t,0,Scalar,1,0,,10,100,0f,0 | t.csv:2 after: found '0f', expected nodes before 0",
        "t,0,Scalar,1,0,,10,100,3x,0 | t.csv:2 after: found '3x', expected nodes like 12f",
        "t,0,Scalar | t.csv:2: found 3 cells, expected 10 cells"
      })
  void badRowsAreNamed(String row, String message) {
    SpecException e =
        assertThrows(SpecException.class, () -> OrderFile.read("t.csv", HEADER + row + "\n"));
    assertTrue(e.getMessage().startsWith(message), e.getMessage());
  }

  @Test
  void otherColumnsAreRefused() {
    SpecException e = assertThrows(SpecException.class, () -> OrderFile.read("t.csv", "a,b\n"));
    assertTrue(e.getMessage().startsWith("t.csv:1: found 'a,b', expected the columns case,node"));
  }
}
