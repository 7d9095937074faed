package trn2sim.kernels.api;

import java.util.Optional;
import java.util.SortedSet;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.SpaceLedger;
import trn2sim.hw.memory.MemorySpace;

/** What the first core of a kernel holds on chip, as written and as compiled; nothing is run. */
public final class Footprint {
  private final Request request;
  private final Launch launch;
  private Optional<Compiled> compiled = Optional.empty();

  Footprint(Request request, Launch launch) {
    this.request = request;
    this.launch = launch;
  }

  /** How the kernel chose its memory, for kernels that choose. */
  public Optional<PathChoice> path() {
    return launch.path();
  }

  /** The memories that collectives read and write; none without collectives. */
  public SortedSet<MemorySpace> exchanged() {
    return launch.exchanged();
  }

  /** What the core holds if instructions run one after another, as written. */
  public SpaceLedger ledger() {
    return ledger(script());
  }

  /** What the compiler makes of it, which is worked out once. */
  public Compiled compiled() {
    if (compiled.isEmpty()) {
      compiled = Optional.of(request.newCompiler().compile(script()));
    }
    return compiled.get();
  }

  /** What the core holds in the order that the compiler chose. */
  public SpaceLedger compiledLedger() {
    return ledger(compiled().script());
  }

  private Script script() {
    return launch.cores().get(0).script();
  }

  private SpaceLedger ledger(Script script) {
    return new Assembler(request.device().neuron(), request.ranks().lnc()).ledger(script);
  }
}
