package trn2sim.hw.ascend;

import java.util.List;
import java.util.function.IntConsumer;
import trn2sim.core.program.Placement;
import trn2sim.core.program.Process;
import trn2sim.core.program.Processor;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.spec.AscendSpec;

/** The host thread and the AIV cores of one rank, which push tiles to the other dies. */
public final class AivCores implements Processor {
  /** What the cores of a rank reach. */
  public record Reach(int die, List<DieMemory> memories, Mesh mesh) {}

  private final AscendSpec parameters;
  private final List<CommOp> ops;
  private final Reach reach;
  private final IntConsumer settled;
  private final Simulation simulation;
  private Process process;

  /**
   * @param settled told of every put and notify at the instant it is done
   */
  public AivCores(
      AscendSpec parameters,
      List<CommOp> ops,
      Reach reach,
      IntConsumer settled,
      Simulation simulation) {
    this.parameters = parameters;
    this.ops = List.copyOf(ops);
    this.reach = reach;
    this.settled = settled;
    this.simulation = simulation;
  }

  public void bind(Process bound) {
    process = bound;
  }

  @Override
  public void place(int task, long readyPs, long inputsPs, Placement placement) {
    if (ops.get(task) instanceof CommOp.Step step) {
      placement.set(readyPs, readyPs + step.ps(), readyPs + step.ps());
      return;
    }
    placement.set(readyPs, readyPs, Placement.PENDING);
    simulation.at(readyPs, Phase.ISSUE, "comm", () -> begin(task));
  }

  private void begin(int task) {
    if (ops.get(task) instanceof CommOp.Put put) {
      long read = (long) Math.ceil(put.move().bytes() / parameters.comm().readPerPs());
      long there = reach.memories.get(reach.die).transfer(put.move().bytes());
      long loaded = Math.max(simulation.now() + read, there);
      simulation.at(loaded, Phase.ISSUE, "put", () -> store(task, put));
    } else {
      later(parameters.comm().notifyPs(), task);
    }
  }

  /** The staging buffer holds the whole tile, so the store begins when the load is complete. */
  private void store(int task, CommOp.Put put) {
    reach.mesh.send(
        new Mesh.Parcel(reach.die, put.move().to(), put.move().bytes(), task),
        parameters.comm().writePerPs(),
        () -> {
          reach.memories.get(put.move().to()).transfer(put.move().bytes());
          later(parameters.comm().latencyPs(), task);
        });
  }

  private void later(long delayPs, int task) {
    long at = simulation.now() + delayPs;
    simulation.at(at, Phase.COMPLETE, "comm done", () -> done(task));
  }

  private void done(int task) {
    settled.accept(task);
    process.complete(task, simulation.now());
  }

  @Override
  public long signalPs(int task) {
    return 0;
  }

  @Override
  public String describe(int task) {
    return ops.get(task).label();
  }

  /** The links to other dies; one stands idle when no core has a tile ready to send. */
  @Override
  public List<Row> rows() {
    return reach.mesh.busy().stream()
        .filter(link -> link.get(0).from() == reach.die)
        .map(AivCores::row)
        .toList();
  }

  private static Row row(List<Mesh.Busy> link) {
    List<Row.Bar> bars =
        link.stream()
            .map(time -> Row.Bar.issued(time.task(), time.startPs(), time.endPs()))
            .toList();
    return new Row("LinkTo[" + link.get(0).to() + "]", Track.Kind.LINK, bars);
  }

  @Override
  public WaitReason awaitedAs(int task) {
    return ops.get(task) instanceof CommOp.Step ? WaitReason.ENGINE : WaitReason.DMA;
  }
}
