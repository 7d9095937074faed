package trn2sim.traces.findings;

import java.util.Optional;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.kernels.api.PathChoice;
import trn2sim.traces.run.RunResult;

/** Whether data went through SBUF or HBM, why, and what is really allocated. */
public record Route(PathChoice choice, SpaceLedger ledger) {
  static Optional<Route> of(RunResult run) {
    return run.neuron()
        .flatMap(neuron -> neuron.launch().path())
        .map(path -> new Route(path, SpaceLedger.of(run.processes().get(0).program())));
  }
}
