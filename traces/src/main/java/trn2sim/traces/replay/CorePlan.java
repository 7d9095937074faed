package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Track;
import trn2sim.traces.profile.Dmas;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Profile;

/**
 * The tasks of one core in their order, and the lanes they are on. A profile whose numbers are
 * those of a program keeps that order; others are in the order of time.
 */
final class CorePlan {
  private static final List<String> ENGINES =
      List.of("Tensor", "Vector", "Scalar", "Gpsimd", "Sync");

  private final int core;
  private final Profile profile;
  private final Nodes nodes;
  private final List<Program.Lane> lanes = new ArrayList<>();
  private final List<List<Integer>> queues = new ArrayList<>();
  private final int[] order;

  CorePlan(int core, Profile profile, Nodes nodes, DmaOwners owners) {
    this.core = core;
    this.profile = profile;
    this.nodes = nodes;
    Map<String, List<Integer>> byLane = engines();
    List<Integer> rows = byLane.values().stream().flatMap(List::stream).toList();
    addDmas(byLane, owners);
    List<Integer> all = byLane.values().stream().flatMap(List::stream).toList();
    Comparator<Integer> byTime =
        Comparator.<Integer>comparingLong(nodes::startPs).thenComparing(Comparator.naturalOrder());
    Comparator<Integer> byId = Comparator.comparingLong(profile.instructions()::id);
    boolean program = all.size() == rows.size() && numbered(byLane, byId);
    order = all.stream().sorted(program ? byId : byTime).mapToInt(Integer::intValue).toArray();
    for (List<Integer> queue : byLane.values()) {
      queue.sort(program ? byId : byTime);
      queues.add(queue);
    }
  }

  private Map<String, List<Integer>> engines() {
    Instructions instructions = profile.instructions();
    Map<String, List<Integer>> found = new LinkedHashMap<>();
    for (int row = 0; row < instructions.size(); row++) {
      if (instructions.core(row) == core && nodes.inKernel(row)) {
        String lane = instructions.lane(row).isEmpty() ? "" : "/" + instructions.lane(row);
        found.computeIfAbsent(instructions.engine(row) + lane, l -> new ArrayList<>()).add(row);
      }
    }
    Map<String, List<Integer>> sorted = new LinkedHashMap<>();
    found.keySet().stream()
        .sorted(Comparator.comparingInt(CorePlan::place).thenComparing(Comparator.naturalOrder()))
        .forEach(
            name -> {
              sorted.put(name, found.get(name));
              int slash = name.indexOf('/');
              String row = slash < 0 ? name : name.substring(0, slash);
              String lane = slash < 0 ? name : name.substring(slash + 1);
              lanes.add(new Program.Lane(lane, row, Track.Kind.ENGINE, false));
            });
    return sorted;
  }

  private static int place(String lane) {
    int at = ENGINES.indexOf(lane.replaceFirst("/.*", ""));
    return at < 0 ? ENGINES.size() : at;
  }

  /** DMAs that no instruction issued are tasks by themselves. */
  private void addDmas(Map<String, List<Integer>> byLane, DmaOwners owners) {
    Dmas dmas = profile.dmas();
    QueueRows rows = new QueueRows();
    for (int dma = 0; dma < dmas.size(); dma++) {
      int node = nodes.ofDma(dma);
      if (dmas.core(dma) == core && owners.of(dma) == Nodes.NONE && nodes.inKernel(node)) {
        String row =
            rows.place(
                QueueRows.name(dmas.queue(dma), dmas.collective(dma)),
                nodes.startPs(node),
                nodes.endPs(node));
        boolean added = byLane.computeIfAbsent(row, r -> new ArrayList<>()).add(node);
        if (added && byLane.get(row).size() == 1) {
          Track.Kind kind = dmas.collective(dma) ? Track.Kind.LINK : Track.Kind.QUEUE;
          lanes.add(new Program.Lane(row, row, kind, false));
        }
      }
    }
  }

  /** Whether every row has a number, and on each lane the numbers rise with time. */
  private boolean numbered(Map<String, List<Integer>> byLane, Comparator<Integer> byId) {
    Instructions instructions = profile.instructions();
    for (List<Integer> lane : byLane.values()) {
      List<Integer> sorted = lane.stream().sorted(byId).toList();
      for (int i = 0; i < sorted.size(); i++) {
        int row = sorted.get(i);
        int before = i == 0 ? row : sorted.get(i - 1);
        if (instructions.id(row) == Instructions.NO_ID
            || instructions.startPs(before) > instructions.startPs(row)
            || (i > 0 && instructions.id(before) == instructions.id(row))) {
          return false;
        }
      }
    }
    return true;
  }

  int core() {
    return core;
  }

  List<Program.Lane> lanes() {
    return lanes;
  }

  /** The nodes of each lane in their order. */
  List<int[]> queues() {
    return queues.stream().map(q -> q.stream().mapToInt(Integer::intValue).toArray()).toList();
  }

  /** All nodes of the core in the order of its tasks. */
  int[] order() {
    return order;
  }
}
