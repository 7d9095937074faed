package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.Semaphore;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.dma.DmaEngines;
import trn2sim.hw.dma.EngineGroups;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.spec.NeuronSpec;

/** NeuronCores with the memories they share, ready to run assemblies together. */
public final class Machine {
  private final NeuronSpec device;
  private final Runner runner;
  private final Optional<Fabric> fabric;
  private final NeuronCore.Surroundings around;
  private final Map<Integer, Channel> stacks = new LinkedHashMap<>();
  private final Map<Process, NeuronCore> cores = new LinkedHashMap<>();
  private final Map<Assembly, EngineGroups> groups = new IdentityHashMap<>();
  private final int coresPerChip;
  private final int coresPerStack;

  public Machine(NeuronSpec device, Simulation simulation, Runner.Listener listener) {
    this(device, new Runner(simulation, listener), Optional.empty(), WhatIf.NOTHING);
  }

  /**
   * A machine whose cores also run collectives.
   *
   * @param communicator who talks to whom, absent if nobody does
   */
  public Machine(
      NeuronSpec device, Runner runner, Optional<Communicator> communicator, WhatIf whatIf) {
    this.device = device;
    this.runner = runner;
    Simulation simulation = runner.simulation();
    FlowNetwork network = new FlowNetwork(simulation);
    this.coresPerChip = device.chip().cores();
    this.coresPerStack = device.chip().coresPerStack();
    Free free = whatIf.free();
    Fabric.AtOnce atOnce = (core, task) -> free.of(core, task, Free.Kind.COLLECTIVE);
    this.fabric =
        communicator.map(who -> new Fabric(device, who, simulation, network, runner, atOnce));
    this.around = new NeuronCore.Surroundings(device, runner, network, fabric, whatIf);
  }

  /** Puts an assembly on the core with this number, counted over all chips. */
  public Process load(int core, Assembly assembly, List<Semaphore> semaphores) {
    String name = "Chip[" + core / coresPerChip + "].Core[" + core % coresPerChip + "]";
    DmaEngines dma =
        new DmaEngines(
            name,
            groups.computeIfAbsent(assembly, this::groups),
            stack(core / coresPerStack),
            device.memory().sbufBandwidth().bytesPerSecond() / 1e12);
    NeuronCore neuronCore = new NeuronCore(core, assembly, dma, around);
    Process process = runner.add(name, assembly.program(), neuronCore, semaphores);
    neuronCore.bind(process);
    Channel hbm = stack(core / coresPerStack);
    fabric.ifPresent(f -> f.join(core, process, dma, hbm, neuronCore.jitter()));
    cores.put(process, neuronCore);
    return process;
  }

  /** Engines are told apart by the transfers that load them unevenly, and by collectives. */
  private EngineGroups groups(Assembly assembly) {
    int engines = device.dma().engines();
    EngineGroups alike = new EngineGroups(engines);
    for (Cost cost : assembly.costs()) {
      if (cost instanceof Cost.Dma dma) {
        alike.part(dma.transfer().enginePs());
      }
    }
    if (fabric.isPresent()) {
      int each = device.collective().channelEngines();
      alike.part(LongStream.range(0, engines).map(engine -> engine / each).toArray());
    }
    return alike;
  }

  private Channel stack(int number) {
    int stacksPerChip = device.chip().stacks();
    double bytesPerPs =
        device.memory().stackBandwidth().bytesPerSecond()
            * device.memory().stackEfficiency()
            / 1e12;
    return stacks.computeIfAbsent(
        number,
        n ->
            new Channel(
                "Chip[" + n / stacksPerChip + "].Hbm[" + n % stacksPerChip + "]", bytesPerPs));
  }

  /** Runs everything loaded, to the end. */
  public void run() {
    runner.run();
  }

  public List<Process> processes() {
    return runner.processes();
  }

  /** What it was built from. */
  public NeuronSpec device() {
    return device;
  }

  public NeuronCore core(Process process) {
    return cores.get(process);
  }

  /** The HBM stack that serves a core. */
  public Channel hbm(int core) {
    return stack(core / coresPerStack);
  }

  /** The HBM stacks in use. */
  public List<Channel> hbm() {
    return new ArrayList<>(stacks.values());
  }

  /** The links between chips that carried something. */
  public List<Channel> links() {
    return fabric.map(Fabric::links).orElse(List.of());
  }

  /** The DMA engines of all cores. */
  public List<DmaEngines.Engine> dma() {
    return cores.values().stream().flatMap(core -> core.dma().engines().stream()).toList();
  }
}
