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

  /** What the compiler makes of it. */
  public Compiled compiled() {
    return request.newCompiler().compile(script());
  }

  /** The same of what the compiler made of it. */
  public SpaceLedger ledger(Compiled compiled) {
    return ledger(compiled.script());
  }

  /**
   * Whether the compiler gets what is in PSUM into its banks, small tiles side by side if need be.
   */
  public boolean fitsPsum(SpaceLedger written) {
    return written.fitsPsum() || ledger(compiled().script()).fitsPsum();
  }

  private Script script() {
    return launch.cores().get(0).script();
  }

  private SpaceLedger ledger(Script script) {
    return new Assembler(request.device().neuron(), request.ranks().lnc()).ledger(script);
  }
}
