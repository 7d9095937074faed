package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Program;
import trn2sim.core.program.ProgramBuilder;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.spec.NeuronSpec;
import trn2sim.traces.profile.Profile;

/**
 * A profile as programs that can be run: a task for each instruction, what it waited for before it.
 * What cannot have been, such as a predecessor that ends after its dependent begins, is left out
 * and counted.
 */
final class ProfileReplay {
  private final Profile profile;
  private final Nodes nodes;
  private final DmaOwners owners;
  private final Edges edges;
  private final Placed placed;
  private final List<CorePlan> plans = new ArrayList<>();
  private final Crossings crossings = new Crossings();
  private final int[] task;
  private long tooLate;

  ProfileReplay(Profile profile, NeuronSpec device) {
    this.profile = profile;
    nodes = new Nodes(profile);
    Ids ids = new Ids(profile);
    owners = new DmaOwners(profile, nodes, ids);
    edges = new Edges(profile, nodes, ids, owners);
    placed = new Placed(profile, nodes, edges, owners, device.semaphore());
    task = new int[nodes.size()];
    Arrays.fill(task, Nodes.NONE);
    for (int core = 0; core < profile.cores(); core++) {
      CorePlan plan = new CorePlan(core, profile, nodes, owners);
      if (plan.order().length > 0) {
        plans.add(plan);
        placed.inOrder(plan.queues());
        for (int i = 0; i < plan.order().length; i++) {
          task[plan.order()[i]] = i;
        }
      }
    }
    long asked = edges.unresolved();
    plans.forEach(this::settle);
    profile
        .notes()
        .count("predecessors that are no row of the profile", edges.unresolved() - asked);
    profile.notes().count("predecessors that end after their dependents begin, left out", tooLate);
  }

  /** Takes down waits for other cores, and lets nobody see a result after it has used it. */
  private void settle(CorePlan plan) {
    for (int node : plan.order()) {
      if (!nodes.isDma(node)) {
        edges.of(
            node,
            (source, reason) -> {
              if (possible(source, node)) {
                placed.seen(source, nodes.startPs(node));
                if (bySemaphore(source, node, reason)) {
                  crossings.add(source, node, name(source));
                }
              } else {
                tooLate++;
              }
            });
      }
    }
  }

  private String name(int source) {
    String core = "core " + nodes.core(source);
    return nodes.isDma(source) ? core : core + " " + profile.instructions().name(source);
  }

  /** Cores wait for others, and for themselves together with others, by semaphores. */
  private boolean bySemaphore(int source, int node, WaitReason reason) {
    return reason == WaitReason.PEER || crosses(source, node);
  }

  private boolean crosses(int source, int node) {
    return nodes.core(source) != nodes.core(node);
  }

  /** Whether a node may have waited for another: it was done before, and nothing goes round. */
  private boolean possible(int source, int node) {
    if (source == node
        || task[source] == Nodes.NONE
        || placed.donePs(source) > nodes.startPs(node)) {
      return false;
    }
    if (!crosses(source, node)) {
      return task[source] < task[node];
    }
    return nodes.startPs(source) < nodes.startPs(node)
        || (nodes.startPs(source) == nodes.startPs(node) && nodes.core(source) < nodes.core(node));
  }

  /** The cores that have something to show. */
  List<CorePlan> plans() {
    return plans;
  }

  Crossings crossings() {
    return crossings;
  }

  /** The program of a core, and what its processor needs to know. */
  MeasuredCore core(CorePlan plan) {
    ProgramBuilder builder = new ProgramBuilder();
    plan.lanes().forEach(builder::lane);
    Map<Integer, Integer> laneOf = new HashMap<>();
    List<int[]> queues = plan.queues();
    for (int lane = 0; lane < queues.size(); lane++) {
      for (int node : queues.get(lane)) {
        laneOf.put(node, lane);
      }
    }
    Reasons reasons = new Reasons();
    for (int node : plan.order()) {
      int[] after = nodes.isDma(node) ? new int[0] : after(node, reasons);
      builder.task(
          laneOf.get(node), after, new int[0], crossings.waits(node), crossings.signals(node));
    }
    Program program = builder.build();
    return new MeasuredCore(profile, plan, program, nodes, placed, edges, owners, reasons);
  }

  private int[] after(int node, Reasons reasons) {
    List<Integer> before = new ArrayList<>();
    edges.of(
        node,
        (source, reason) -> {
          if (possible(source, node) && !bySemaphore(source, node, reason)) {
            if (!before.contains(task[source])) {
              before.add(task[source]);
            }
            if (reason != edges.kind(source)) {
              reasons.put(task[source], task[node], reason);
            }
          }
        });
    return before.stream().mapToInt(Integer::intValue).toArray();
  }

  /** What a wait of one task for another is, where that is not what it is for all. */
  static final class Reasons {
    private final Map<Long, WaitReason> exceptions = new HashMap<>();

    private static long key(int task, int dependent) {
      return ((long) task << Integer.SIZE) | dependent;
    }

    void put(int task, int dependent, WaitReason reason) {
      exceptions.putIfAbsent(key(task, dependent), reason);
    }

    WaitReason of(int task, int dependent, WaitReason usual) {
      return exceptions.getOrDefault(key(task, dependent), usual);
    }
  }
}
