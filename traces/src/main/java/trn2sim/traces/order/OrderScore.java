package trn2sim.traces.order;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import trn2sim.hw.compiler.DependenceGraph;
import trn2sim.hw.compiler.InOrderRun;
import trn2sim.hw.compiler.ProgramOrder;

/**
 * How like the compiled order another order of the same instructions is.
 *
 * @param engines by engine, for those with at least two instructions
 * @param span the time the order takes, run in order, as a share of the compiled order's
 */
public record OrderScore(Map<String, Likeness> engines, double span) {
  /**
   * How like two orders of one engine's instructions are.
   *
   * @param tau Kendall's rank correlation: 1 the same, -1 reversed
   * @param adjacent share of the pairs next to each other that are so in the compiled order too
   * @param n instructions
   */
  public record Likeness(double tau, double adjacent, int n) {}

  /** The order that the compiler model makes. */
  public static OrderScore ofModel(OrderCase orderCase) {
    ProgramOrder program = ProgramOrder.neededFirst(orderCase.nodes(), orderCase.graph());
    return of(orderCase, program.schedule().order());
  }

  /** The order of the source. */
  public static OrderScore ofSource(OrderCase orderCase) {
    return of(orderCase, IntStream.range(0, orderCase.nodes().size()).toArray());
  }

  private static OrderScore of(OrderCase orderCase, int[] order) {
    Map<String, Likeness> engines = new LinkedHashMap<>();
    for (int engine = 0; engine < orderCase.engines().size(); engine++) {
      int number = engine;
      int[] compiled =
          Arrays.stream(order)
              .filter(node -> orderCase.engine(node) == number)
              .map(node -> orderCase.positions()[node])
              .toArray();
      if (compiled.length > 1) {
        engines.put(orderCase.engines().get(engine), likeness(compiled));
      }
    }
    double span = (double) span(orderCase, order) / span(orderCase, compiledOrder(orderCase));
    return new OrderScore(engines, span);
  }

  /**
   * @param compiled the compiled positions, in the order that is judged
   */
  private static Likeness likeness(int[] compiled) {
    int n = compiled.length;
    long agree = 0;
    long adjacent = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        agree += compiled[i] < compiled[j] ? 1 : -1;
      }
      adjacent += i + 1 < n && compiled[i + 1] == compiled[i] + 1 ? 1 : 0;
    }
    return new Likeness(agree / (n * (n - 1) / 2.0), adjacent / (n - 1.0), n);
  }

  /** The compiled orders of the engines side by side; only the order within an engine counts. */
  private static int[] compiledOrder(OrderCase orderCase) {
    return IntStream.range(0, orderCase.nodes().size())
        .boxed()
        .sorted(Comparator.comparingInt(node -> orderCase.positions()[node]))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static long span(OrderCase orderCase, int[] order) {
    DependenceGraph graph = orderCase.graph();
    return new InOrderRun(orderCase.nodes(), graph, order).spanPs();
  }
}
