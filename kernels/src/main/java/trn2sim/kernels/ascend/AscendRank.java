package trn2sim.kernels.ascend;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.ascend.AicCore;
import trn2sim.hw.ascend.AivCores;
import trn2sim.hw.ascend.CommOp;
import trn2sim.hw.ascend.CubeTasks;
import trn2sim.hw.ascend.DieMemory;
import trn2sim.hw.ascend.Mesh;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.spec.AscendSpec;
import trn2sim.kernels.api.SharedTensors;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.Worker;
import trn2sim.kernels.ascend.AscendPlan.Work;

/** One rank of a run: the semaphores of its strips, its host and AIV cores, its cube cores. */
final class AscendRank {
  /** What all ranks of a run share. */
  record Node(
      AscendPlan plan,
      SharedTensors tensors,
      AscendSpec device,
      View view,
      Simulation simulation,
      List<DieMemory> memories,
      Mesh mesh,
      Map<List<CubeTasks.Unit>, CubeTasks.Written> programs) {}

  private final Node node;
  private final int rank;
  private final Arrivals arrivals;
  private final Semaphore launched;
  private final Semaphore done;
  private final List<Semaphore> strips = new ArrayList<>();
  private final List<List<Work>> work = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();
  private final List<CoreFeed> feeds = new ArrayList<>();
  private CommScript.Written script;
  private Process host;

  AscendRank(Node node, int rank) {
    this.node = node;
    this.rank = rank;
    this.arrivals = new Arrivals(node.plan.ranks(), node.plan.chunks().chunks());
    this.launched = new Semaphore("rank " + rank + " compute launched");
    this.done = new Semaphore("rank " + rank + " cores done");
    for (int strip = 0; strip < node.plan.strips(); strip++) {
      strips.add(new Semaphore("rank " + rank + " strip " + strip));
    }
    if (node.view != View.COMM_ONLY) {
      for (int core = 0; core < node.device.cores().aic(); core++) {
        work.add(node.plan.work(rank, core));
      }
    }
  }

  void load(Runner runner, List<AscendRank> ranks) {
    int busy = (int) work.stream().filter(units -> !units.isEmpty()).count();
    script = CommScript.write(node, rank, busy);
    AivCores cores =
        new AivCores(
            node.device,
            script.ops(),
            new AivCores.Reach(rank, node.memories, node.mesh),
            task -> settled(task, ranks),
            node.simulation);
    host = runner.add("Die[" + rank + "]", script.program(), cores, commSemaphores(ranks));
    cores.bind(host);
    workers.add(new Worker(host, rank));
    for (int core = 0; core < work.size(); core++) {
      if (!work.get(core).isEmpty()) {
        loadCore(runner, core, work.get(core));
      }
    }
  }

  /** The host with its AIV cores, then the cube cores that had work. */
  List<Worker> workers() {
    return workers;
  }

  /** When the host saw everything done. */
  long endPs() {
    int[] tasks = host.program().queue(0);
    return host.donePs(tasks[tasks.length - 1]);
  }

  private List<Semaphore> commSemaphores(List<AscendRank> ranks) {
    List<Semaphore> semaphores = new ArrayList<>(List.of(launched, done));
    int first = rank * node.plan.stripsPerRank();
    for (AscendRank other : ranks) {
      if (other != this) {
        semaphores.addAll(other.strips.subList(first, first + node.plan.stripsPerRank()));
      }
    }
    return semaphores;
  }

  private void loadCore(Runner runner, int core, List<Work> units) {
    boolean waits = node.view != View.COMPUTE_ONLY;
    List<CubeTasks.Unit> form =
        units.stream()
            .map(unit -> new CubeTasks.Unit(unit.tiles(), waits && unit.source() != rank))
            .toList();
    AscendPlan plan = node.plan;
    CubeTasks.Written tasks =
        node.programs.computeIfAbsent(
            form, f -> CubeTasks.write(f, plan.kTiles(), plan.tiling().parts()));
    CoreFeed feed = new CoreFeed(plan, rank, units, arrivals, waits, tasks);
    AicCore aic =
        new AicCore(
            node.device, tasks, plan.tiling(), node.memories.get(rank), feed, node.simulation);
    List<Semaphore> semaphores = new ArrayList<>(List.of(launched, done));
    units.forEach(unit -> semaphores.add(strips.get(unit.strip())));
    String name = "Die[" + rank + "].Aic[" + core + "]";
    Process process = runner.add(name, tasks.program(), aic, semaphores);
    aic.bind(process);
    workers.add(new Worker(process, rank));
    feeds.add(feed);
  }

  /**
   * What a task of one of the rank's workers did, or the K tile of a load when it was read.
   *
   * @param worker 0 for the host with its AIV cores
   */
  Optional<TaskEffect> effect(int worker, int task) {
    if (worker > 0) {
      return feeds
          .get(worker - 1)
          .product(task, node.tensors)
          .map(what -> new TaskEffect.Compute(rank, what));
    }
    return script.ops().get(task) instanceof CommOp.Put put
        ? Optional.of(put.move())
        : Optional.empty();
  }

  private void settled(int task, List<AscendRank> ranks) {
    if (script.ops().get(task) instanceof CommOp.Notify notify) {
      ranks.get(notify.to()).arrivals.set(rank, notify.chunk());
    }
  }
}
