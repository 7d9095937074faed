package trn2sim.traces.order;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.config.SpecException;
import trn2sim.core.unit.Text;
import trn2sim.hw.compiler.DependenceGraph;
import trn2sim.hw.compiler.DependenceGraph.Kind;
import trn2sim.hw.compiler.Node;

/**
 * Reads dependency graphs with compiled orders. Columns: {@code case}; {@code node}, the place in
 * source order; {@code engine}; {@code statement}; {@code open_engine}; {@code group}, the
 * accumulation or evacuation group; {@code occupancy_ns} and {@code latency_ns}; {@code after}, the
 * nodes it depends on, each with f (flow), a (anti), w (output) or o (ordered: waits for the
 * predecessor's occupancy only); {@code position} in the compiled order of its engine. What GpSimd
 * or Sync issues and has long before its result is a DMA, and if others depend on it, a load.
 */
public final class OrderFile {
  private static final List<String> COLUMNS =
      List.of(
          "case",
          "node",
          "engine",
          "statement",
          "open_engine",
          "group",
          "occupancy_ns",
          "latency_ns",
          "after",
          "position");
  private static final long PS_PER_NS = 1000;

  /** The engines that issue the loads of compiled kernels. */
  private static final List<String> LOADING = List.of("GpSimd", "Sync");

  private static final String BUILT_IN = "/orders/compiled-orders.csv";

  private final String name;
  private final List<String> lines;

  private OrderFile(String name, List<String> lines) {
    this.name = name;
    this.lines = lines;
  }

  /** The orders that come with the program. */
  public static List<OrderCase> builtIn() {
    try (InputStream in = OrderFile.class.getResourceAsStream(BUILT_IN)) {
      return read(BUILT_IN, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cases of a file, in the order in which they first appear. */
  public static List<OrderCase> read(String name, String text) {
    return new OrderFile(name, text.lines().toList()).cases();
  }

  private List<OrderCase> cases() {
    List<String> header = lines.isEmpty() ? List.of() : List.of(lines.get(0).split(",", -1));
    if (!header.equals(COLUMNS)) {
      throw SpecException.at(name + ":1", quote(0), "the columns " + String.join(",", COLUMNS));
    }
    Map<String, List<Row>> rows = new LinkedHashMap<>();
    for (int line = 1; line < lines.size(); line++) {
      if (!lines.get(line).isBlank()) {
        Row row = new Row(line);
        rows.computeIfAbsent(row.text("case"), c -> new ArrayList<>()).add(row);
      }
    }
    if (rows.isEmpty()) {
      throw SpecException.at(name, "no rows", "at least one case");
    }
    List<OrderCase> cases = new ArrayList<>();
    rows.forEach((id, nodes) -> cases.add(orderCase(id, nodes)));
    return cases;
  }

  private OrderCase orderCase(String id, List<Row> rows) {
    List<String> engines = rows.stream().map(row -> row.text("engine")).distinct().toList();
    List<Node> nodes = new ArrayList<>();
    DependenceGraph graph = new DependenceGraph(rows.size());
    int[] positions = new int[rows.size()];
    for (int number = 0; number < rows.size(); number++) {
      Row row = rows.get(number);
      row.require(row.whole("node") == number, "node", "nodes of a case counted from 0, in order");
      int engine = engines.indexOf(row.text("engine"));
      int group = row.text("group").isEmpty() ? -1 : (int) row.whole("group");
      long busy = row.whole("occupancy_ns") * PS_PER_NS;
      long result = row.whole("latency_ns") * PS_PER_NS;
      boolean load = LOADING.contains(row.text("engine")) && result > 2 * busy;
      nodes.add(Node.of(engine, group, busy, result, load));
      row.addEdges(graph, number);
      positions[number] = (int) row.whole("position");
    }
    OrderCase made = new OrderCase(id, engines, nodes, graph, positions);
    requirePositions(made, rows);
    return made;
  }

  /** The positions of an engine's nodes must be 0, 1, 2 and so on. */
  private static void requirePositions(OrderCase made, List<Row> rows) {
    boolean[][] seen = new boolean[made.engines().size()][rows.size()];
    int[] counts = new int[made.engines().size()];
    for (int node = 0; node < rows.size(); node++) {
      counts[made.engine(node)]++;
    }
    for (int node = 0; node < rows.size(); node++) {
      int engine = made.engine(node);
      int position = made.positions()[node];
      boolean fits = position < counts[engine] && !seen[engine][position];
      String range = "each of 0 to " + (counts[engine] - 1) + " once for " + engine(made, engine);
      rows.get(node).require(fits, "position", range);
      seen[engine][position] = true;
    }
  }

  private static String engine(OrderCase made, int engine) {
    return made.engines().get(engine) + " of " + made.name();
  }

  private String quote(int line) {
    return line < lines.size() ? "'" + lines.get(line) + "'" : "an empty file";
  }

  /** One line of the file. */
  private final class Row {
    private final int line;
    private final String[] cells;

    Row(int line) {
      this.line = line;
      this.cells = lines.get(line).split(",", -1);
      if (cells.length != COLUMNS.size()) {
        throw SpecException.at(
            name + ":" + (line + 1), Text.count(cells.length, "cell"), COLUMNS.size() + " cells");
      }
    }

    String text(String column) {
      return cells[COLUMNS.indexOf(column)].strip();
    }

    long whole(String column) {
      String text = text(column);
      require(text.matches("[0-9]{1,9}"), column, "a whole number");
      return Long.parseLong(text);
    }

    void addEdges(DependenceGraph graph, int node) {
      for (String edge : text("after").split(" ", -1)) {
        if (edge.isEmpty()) {
          continue;
        }
        require(edge.matches("[0-9]{1,9}[fawo]"), "after", "nodes like 12f, kinds f, a, w and o");
        int before = Integer.parseInt(edge.substring(0, edge.length() - 1));
        require(before < node, "after", "nodes before " + node);
        graph.add(before, node, edge.endsWith("o") ? Kind.ISSUE : Kind.RESULT);
      }
    }

    void require(boolean holds, String column, String expected) {
      if (!holds) {
        throw SpecException.at(
            name + ":" + (line + 1) + " " + column, "'" + text(column) + "'", expected);
      }
    }
  }
}
