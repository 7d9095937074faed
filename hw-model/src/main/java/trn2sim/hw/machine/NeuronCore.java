package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import trn2sim.core.program.Calendar;
import trn2sim.core.program.Placement;
import trn2sim.core.program.Preparation;
import trn2sim.core.program.Process;
import trn2sim.core.program.Processor;
import trn2sim.core.program.Runner;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.dma.DmaEngines;
import trn2sim.hw.dma.DmaQueue;
import trn2sim.hw.dma.Jitter;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.CoreBarrier;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.spec.NeuronSpec;

/** One NeuronCore running an assembly: places instructions on its engines and DMA queues. */
public final class NeuronCore implements Processor {
  /** A transfer's payload on its queue. */
  public record Payload(int task, long startPs, long endPs) {}

  /** What all cores of a machine share. */
  record Surroundings(
      NeuronSpec device,
      Runner runner,
      FlowNetwork network,
      Optional<Fabric> fabric,
      WhatIf whatIf) {}

  private final int core;
  private final Optional<Fabric> fabric;
  private final WhatIf whatIf;
  private final Slowdown slowdown;
  private final Jitter jitter;
  private final Assembly assembly;
  private final TensorEngine tensor;
  private final Map<Transfer.Queue, DmaQueue> queues = new EnumMap<>(Transfer.Queue.class);
  private final Map<Transfer.Queue, List<Payload>> payloads = new EnumMap<>(Transfer.Queue.class);

  /** By lane: the time of its engine, if another lane has that engine too. */
  private final List<Optional<Calendar>> calendars;

  private final Simulation simulation;
  private final DmaEngines dma;
  private final long engineSignalPs;
  private final long dmaSignalPs;
  private final TableLoads tables;

  /** Where Vector has a fast mode. */
  private final Optional<SharedBus> bus;

  private Process process;

  NeuronCore(int core, Assembly assembly, DmaEngines dma, Surroundings around) {
    this.core = core;
    this.assembly = assembly;
    this.calendars = calendars(assembly);
    this.dma = dma;
    this.simulation = around.runner.simulation();
    this.fabric = around.fabric;
    this.whatIf = around.whatIf;
    this.slowdown = whatIf.disturbances().slowdown(core);
    this.jitter = whatIf.disturbances().jitter(core);
    NeuronSpec device = around.device;
    tensor = new TensorEngine(device.tensor(), slowdown);
    engineSignalPs = device.semaphore().enginePs();
    dmaSignalPs = device.semaphore().dmaPs();
    tables = new TableLoads(slowdown.of(device.scalar().tableLoadPs()));
    bus = bus(assembly, device.gpsimd().fastModeStall());
    for (Transfer.Queue queue : Transfer.Queue.values()) {
      payloads.put(queue, new ArrayList<>());
      queues.put(
          queue,
          new DmaQueue(
              simulation,
              around.network,
              dma,
              jitter,
              device.dma().ring().fetches(),
              (task, start, end, done) -> {
                if (around.runner.keepsHistory()) {
                  payloads.get(queue).add(new Payload(task, start, end));
                }
                process.complete(task, done);
              }));
    }
  }

  void bind(Process running) {
    this.process = running;
  }

  @Override
  public void place(int task, long readyPs, long inputsPs, Placement placement) {
    Cost cost = assembly.cost(task);
    boolean free = whatIf.free().of(core, task, kind(task, cost));
    if (free && !(cost instanceof Cost.Collective)) {
      placement.set(readyPs, readyPs, readyPs);
    } else if (cost instanceof Cost.Dma dmaCost) {
      Transfer transfer = dmaCost.transfer();
      long issue = slowdown.of(transfer.issuePs());
      long start = start(task, readyPs, issue);
      placement.set(start, start + issue, Placement.PENDING);
      queues.get(transfer.queue()).submit(task, transfer, start);
    } else if (cost instanceof Cost.Collective collective) {
      long issue = slowdown.of(collective.issuePs());
      long start = start(task, readyPs, issue);
      placement.set(start, start + issue, Placement.PENDING);
      fabric()
          .arrive(
              core,
              task,
              assembly.instruction(task),
              collective.stepPs(),
              start + (free ? 0 : collective.triggerPs()));
    } else if (cost instanceof Cost.Array array) {
      tensor.place(array, readyPs, inputsPs, placement);
    } else {
      compute(task, (Cost.Fixed) cost, readyPs, placement);
    }
  }

  private Free.Kind kind(int task, Cost cost) {
    if (cost instanceof Cost.Dma) {
      return Free.Kind.TRANSFER;
    }
    if (cost instanceof Cost.Collective) {
      return Free.Kind.COLLECTIVE;
    }
    boolean barrier = assembly.instruction(task) instanceof CoreBarrier;
    return barrier ? Free.Kind.BARRIER : Free.Kind.ARITHMETIC;
  }

  private void compute(int task, Cost.Fixed cost, long readyPs, Placement placement) {
    long issue = slowdown.of(cost.issuePs());
    long start = start(task, readyPs + tables.before(task, cost), issue);
    if (cost.fastMode()) {
      bus.ifPresent(shared -> shared.borrow(start, start + issue));
    }
    placement.set(start, start + issue, start + slowdown.of(cost.latencyPs()));
  }

  private Fabric fabric() {
    return fabric.orElseThrow(
        () -> new IllegalStateException("a collective, but no communicator was given"));
  }

  /** Several lanes share an engine that, for example, computes and issues DMAs. */
  private static List<Optional<Calendar>> calendars(Assembly assembly) {
    Map<Engine, Integer> lanes = new EnumMap<>(Engine.class);
    Map<Engine, Calendar> times = new EnumMap<>(Engine.class);
    List<Optional<Engine>> engines =
        Stream.of(IssueLane.values())
            .map(lane -> assembly.program().queue(lane.ordinal()))
            .map(tasks -> IntStream.of(tasks).mapToObj(assembly::instruction).findFirst())
            .map(first -> first.map(Instruction::engine))
            .toList();
    engines.forEach(engine -> engine.ifPresent(e -> lanes.merge(e, 1, Integer::sum)));
    return engines.stream()
        .map(engine -> engine.filter(e -> lanes.get(e) > 1))
        .map(engine -> engine.map(e -> times.computeIfAbsent(e, shared -> new Calendar())))
        .toList();
  }

  private static Optional<SharedBus> bus(Assembly assembly, double stall) {
    boolean fast =
        IntStream.of(assembly.program().queue(IssueLane.VECTOR.ordinal()))
            .mapToObj(assembly::cost)
            .anyMatch(cost -> cost instanceof Cost.Fixed fixed && fixed.fastMode());
    return fast && stall > 0 ? Optional.of(new SharedBus(stall)) : Optional.empty();
  }

  private long start(int task, long readyPs, long issuePs) {
    Optional<Calendar> calendar = calendars.get(assembly.program().lane(task));
    long now = simulation.now();
    long start = calendar.isEmpty() ? readyPs : calendar.get().take(readyPs, issuePs, now);
    if (!onTheClock(task)) {
      return start;
    }
    long delay = bus.get().delay(task, start, issuePs, now);
    if (delay > 0) {
      calendar.ifPresent(shared -> shared.take(start + issuePs, delay, now));
    }
    return start + delay;
  }

  /** What needs GpSimd's way to SBUF, where Vector borrows it. */
  @Override
  public boolean onTheClock(int task) {
    if (bus.isEmpty() || assembly.instruction(task).engine() != Engine.GPSIMD) {
      return false;
    }
    Cost cost = assembly.cost(task);
    return cost instanceof Cost.Fixed
        || (cost instanceof Cost.Dma dmaCost && dmaCost.transfer().fetchPs() == 0);
  }

  @Override
  public long signalPs(int task) {
    return awaitedAs(task) == WaitReason.ENGINE ? engineSignalPs : dmaSignalPs;
  }

  @Override
  public String describe(int task) {
    return assembly.instruction(task).describe();
  }

  @Override
  public WaitReason awaitedAs(int task) {
    return assembly.awaited()[task];
  }

  @Override
  public String details(int task) {
    return new TaskDetails(assembly).of(task);
  }

  @Override
  public String opcode(int task) {
    return assembly.instruction(task).profiled().text();
  }

  @Override
  public String operands(int task) {
    return new OperandText(assembly).of(task);
  }

  @Override
  public Optional<Preparation> preparation(int task) {
    return tables
        .of(task, assembly.instruction(task))
        .or(() -> bus.flatMap(shared -> shared.of(task)));
  }

  @Override
  public boolean computes(String row) {
    return Engine.computes(row);
  }

  @Override
  public List<Long> bytes(String row) {
    return carried().bytes(row, task -> transfer(task).bytes());
  }

  @Override
  public List<Row> rows() {
    return carried().all();
  }

  private CarriedRows carried() {
    return new CarriedRows(payloads, collectivePayloads());
  }

  /** Whether the task is a DMA, whose payload is on a queue. */
  public boolean isTransfer(int task) {
    return assembly.cost(task) instanceof Cost.Dma;
  }

  public Assembly assembly() {
    return assembly;
  }

  /** What each queue carried, in order. */
  public Map<Transfer.Queue, List<Payload>> payloads() {
    return payloads;
  }

  /** What an instruction costs. */
  public Cost cost(int task) {
    return assembly.cost(task);
  }

  /** What the DMA instruction with this number asks of the engines. */
  public Transfer transfer(int task) {
    return ((Cost.Dma) assembly.cost(task)).transfer();
  }

  DmaEngines dma() {
    return dma;
  }

  Jitter jitter() {
    return jitter;
  }

  /** The copies its CC-cores have driven, by channel. */
  public List<List<Fabric.Payload>> collectivePayloads() {
    return fabric.isEmpty() ? List.of() : fabric.get().payloads(core);
  }

  /** When the array changed pace: the instant, and whether it went to full rate. */
  public Map<Long, Boolean> paceChanges() {
    Map<Long, Boolean> changes = new LinkedHashMap<>();
    tensor.throttle().changes().forEach(change -> changes.put(change.atPs(), change.fast()));
    return changes;
  }

  @Override
  public SortedMap<Long, Integer> pace() {
    return tensor.throttle().pace();
  }
}
