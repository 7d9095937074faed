package trn2sim.traces.order;

import java.util.List;
import trn2sim.hw.compiler.DependenceGraph;
import trn2sim.hw.compiler.Node;

/**
 * One compiled kernel: its instructions in source order, what each depends on, and the place of
 * each in the compiled order of its engine.
 *
 * @param engines names of the engines, by the number that nodes use
 * @param positions the place of each node among those of its engine
 */
public record OrderCase(
    String name, List<String> engines, List<Node> nodes, DependenceGraph graph, int[] positions) {
  int engine(int node) {
    return nodes.get(node).choices().get(0).engine();
  }
}
