package trn2sim.kernels.functional;

import trn2sim.core.check.Invariants;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.EventListKind;
import trn2sim.core.sim.RunLimits;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.WhatIf;
import trn2sim.kernels.api.Launch;

/** A launch run to the end, its invariants checked. */
record TimedRun(Machine machine, Timeline timeline) {
  static TimedRun of(Launch launch, EventListKind list, Runner.Listener listener) {
    Simulation simulation = new Simulation(list, RunLimits.DEFAULT);
    Machine machine =
        new Machine(
            Case.DEVICE.neuron(),
            new Runner(simulation, listener),
            launch.communicator(),
            WhatIf.NOTHING);
    launch.load(machine, new Assembler(Case.DEVICE.neuron(), 1));
    machine.run();
    Timeline timeline = TimelineReader.of(machine.processes());
    Invariants.check(machine.processes(), timeline);
    return new TimedRun(machine, timeline);
  }

  static TimedRun of(Launch launch, Runner.Listener listener) {
    return of(launch, EventListKind.SPLAY_TREE, listener);
  }

  static TimedRun of(Launch launch) {
    return of(launch, (process, task) -> {});
  }

  String digest() {
    return timeline.digest();
  }

  /** All instructions one after another, each with the hand-over to the next. */
  long serialPs() {
    long handOver = 250_000;
    long sum = 0;
    for (Process process : machine.processes()) {
      for (int task = 0; task < process.program().size(); task++) {
        long last = Math.max(process.donePs(task), process.freePs(task));
        sum += last - process.startPs(task) + handOver;
      }
    }
    return sum;
  }
}
