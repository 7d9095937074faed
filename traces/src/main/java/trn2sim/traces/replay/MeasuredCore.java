package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import trn2sim.core.program.Placement;
import trn2sim.core.program.Process;
import trn2sim.core.program.Processor;
import trn2sim.core.program.Program;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.isa.Engine;
import trn2sim.traces.profile.Dmas;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.profile.ThrottleWindow;

/** A core that puts every instruction where it was measured. */
final class MeasuredCore implements Processor {
  private static final int PERCENT = 100;

  private final Profile profile;
  private final CorePlan plan;
  private final Program program;
  private final Nodes nodes;
  private final Placed placed;
  private final Edges edges;
  private final ProfileReplay.Reasons reasons;
  private final long[] free;
  private final List<Row> rows = new ArrayList<>();
  private final Map<String, List<Long>> bytes = new LinkedHashMap<>();
  private Simulation simulation;
  private Process process;

  MeasuredCore(
      Profile profile,
      CorePlan plan,
      Program program,
      Nodes nodes,
      Placed placed,
      Edges edges,
      DmaOwners owners,
      ProfileReplay.Reasons reasons) {
    this.profile = profile;
    this.plan = plan;
    this.program = program;
    this.nodes = nodes;
    this.placed = placed;
    this.edges = edges;
    this.reasons = reasons;
    this.free = new long[program.size()];
    clip();
    carry(owners);
  }

  /** A bar ends when the next on its row begins, if not before: engines overlap instructions. */
  private void clip() {
    Map<String, List<Integer>> byRow = new LinkedHashMap<>();
    for (int task = 0; task < free.length; task++) {
      free[task] = nodes.endPs(node(task));
      String row = program.lanes().get(program.lane(task)).row();
      byRow.computeIfAbsent(row, r -> new ArrayList<>()).add(task);
    }
    long overlaps = 0;
    for (List<Integer> tasks : byRow.values()) {
      tasks.sort(
          Comparator.<Integer>comparingLong(t -> nodes.startPs(node(t))).thenComparing(t -> t));
      for (int i = 1; i < tasks.size(); i++) {
        int before = tasks.get(i - 1);
        long start = nodes.startPs(node(tasks.get(i)));
        overlaps += free[before] > start ? 1 : 0;
        free[before] = Math.min(free[before], start);
      }
    }
    profile
        .notes()
        .count("instructions that overlap the next on their engine, cut short", overlaps);
  }

  /** The rows of the queues, for DMAs whose instruction is known. */
  private void carry(DmaOwners owners) {
    Dmas dmas = profile.dmas();
    int[] taskOf = taskOf();
    QueueRows queues = new QueueRows();
    Map<String, List<Row.Bar>> bars = new TreeMap<>();
    Map<String, Track.Kind> kinds = new TreeMap<>();
    for (int dma = 0; dma < dmas.size(); dma++) {
      int owner = owners.of(dma);
      if (owner == Nodes.NONE || dmas.core(dma) != plan.core()) {
        continue;
      }
      long start = nodes.startPs(nodes.ofDma(dma));
      long end = nodes.endPs(nodes.ofDma(dma));
      String name = QueueRows.name(dmas.queue(dma), dmas.collective(dma));
      String row = queues.place(name, start, end);
      kinds.put(row, dmas.collective(dma) ? Track.Kind.LINK : Track.Kind.QUEUE);
      bars.computeIfAbsent(row, r -> new ArrayList<>())
          .add(Row.Bar.issued(taskOf[owner], start, end));
      bytes.computeIfAbsent(row, r -> new ArrayList<>()).add(dmas.bytes(dma));
    }
    bars.keySet().stream()
        .sorted(Comparator.<String, Track.Kind>comparing(kinds::get).thenComparing(QueueRows.ORDER))
        .forEach(row -> rows.add(new Row(row, kinds.get(row), bars.get(row))));
  }

  private int[] taskOf() {
    int[] task = new int[nodes.size()];
    IntStream.range(0, program.size()).forEach(t -> task[node(t)] = t);
    return task;
  }

  private int node(int task) {
    return plan.order()[task];
  }

  Program program() {
    return program;
  }

  void bind(Simulation clock, Process running) {
    this.simulation = clock;
    this.process = running;
  }

  @Override
  public void place(int task, long readyPs, long inputsPs, Placement placement) {
    int node = node(task);
    long start = nodes.startPs(node);
    long done = placed.donePs(node);
    if (placed.pending(node)) {
      placement.set(start, free[task], Placement.PENDING);
      simulation.at(
          Math.max(done, simulation.now()),
          Phase.COMPLETE,
          "transfer",
          () -> process.complete(task, done));
    } else {
      placement.set(start, free[task], done);
    }
  }

  @Override
  public long signalPs(int task) {
    return placed.signalPs(node(task));
  }

  @Override
  public String describe(int task) {
    int node = node(task);
    if (nodes.isDma(node)) {
      Dmas dmas = profile.dmas();
      int dma = nodes.dma(node);
      return opcode(task) + " " + dmas.bytes(dma) + " bytes " + dmas.variable(dma);
    }
    String name = profile.instructions().name(node);
    return (opcode(task) + (name.isEmpty() ? "" : " " + name) + " " + operands(task)).strip();
  }

  @Override
  public String opcode(int task) {
    int node = node(task);
    if (nodes.isDma(node)) {
      return "dma " + profile.dmas().queue(nodes.dma(node));
    }
    Instructions instructions = profile.instructions();
    String type = instructions.type(node);
    return instructions.opcode(node) + (type.isEmpty() ? "" : "." + type);
  }

  @Override
  public String operands(int task) {
    int node = node(task);
    return nodes.isDma(node) ? "" : profile.instructions().operandText(node);
  }

  @Override
  public WaitReason awaitedAs(int task) {
    return edges.kind(node(task));
  }

  @Override
  public WaitReason awaitedAs(int task, int dependent) {
    return reasons.of(task, dependent, awaitedAs(task));
  }

  @Override
  public boolean computes(String row) {
    return Engine.computes(row);
  }

  @Override
  public List<Row> rows() {
    return rows;
  }

  @Override
  public List<Long> bytes(String row) {
    return bytes.getOrDefault(row, List.of());
  }

  @Override
  public SortedMap<Long, Integer> pace() {
    SortedMap<Long, Integer> pace = new TreeMap<>();
    for (ThrottleWindow window : profile.throttle()) {
      if (window.core() == plan.core()) {
        long at = Math.max(0, window.startPs() - profile.capture().firstPs());
        pace.put(at, PERCENT * window.k() / window.n());
      }
    }
    return pace;
  }

  @Override
  public OptionalInt statement(int task) {
    int node = node(task);
    return nodes.isDma(node) ? OptionalInt.empty() : profile.instructions().statement(node);
  }

  @Override
  public String sourceFile(int task) {
    int node = node(task);
    return nodes.isDma(node) ? "" : profile.instructions().sourceFile(node);
  }
}
