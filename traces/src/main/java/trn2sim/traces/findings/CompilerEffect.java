package trn2sim.traces.findings;

import java.util.Optional;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.SourceLines;
import trn2sim.traces.run.RunResult;

/**
 * What became of the kernel's source, over all cores.
 *
 * @param moved instructions that overtook an earlier one of their engine
 * @param open copies whose engine the source left open
 * @param spilledBytes saved to HBM because SBUF was full
 * @param reloadedBytes loaded again because SBUF was full
 * @param inserted instructions that the source does not have
 * @param dropped instructions of the source that nobody runs
 */
public record CompilerEffect(
    CompilerSettings.Order order,
    long moved,
    long open,
    long spilledBytes,
    long reloadedBytes,
    long inserted,
    long dropped) {
  /** Nothing on machines whose kernels are not compiled here. */
  static Optional<CompilerEffect> of(RunResult run) {
    return run.neuron().map(neuron -> of(run.scenario().compiler().order(), neuron.compilation()));
  }

  private static CompilerEffect of(CompilerSettings.Order order, Launch.Compilation compilation) {
    Launch launch = compilation.launch();
    return new CompilerEffect(
        order,
        compilation.sum(Compiled::moved),
        compilation.sum(Compiled::open),
        compilation.sum(Compiled::spilledBytes),
        compilation.sum(Compiled::reloadedBytes),
        compilation.sum(Compiled::inserted) + launch.recorded(SourceLines::inserted),
        launch.recorded(SourceLines::dropped));
  }

  /** Whether live tiles exceeded SBUF. */
  public boolean spills() {
    return spilledBytes > 0 || reloadedBytes > 0;
  }
}
