package trn2sim.traces.range;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import trn2sim.hw.compiler.Compiled;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.compiler.CompilerSettings.Engines;
import trn2sim.hw.compiler.CompilerSettings.Order;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Launch;
import trn2sim.traces.findings.Span;
import trn2sim.traces.findings.Variant;
import trn2sim.traces.run.RunResult;

/** What the compiler may have chosen otherwise: order, engines, and who makes DMA descriptors. */
final class CompilerChoices {
  private final RunResult run;
  private final CompilerSettings now;
  private final Variants variants;

  CompilerChoices(RunResult run, Variants variants) {
    this.run = run;
    this.now = run.scenario().compiler();
    this.variants = variants;
  }

  /** None of a run that was not compiled. */
  List<Span> spans() {
    List<Span> spans = new ArrayList<>();
    Optional<Launch.Compilation> compiled = run.neuron().map(n -> n.compilation());
    if (compiled.isEmpty() || compiled.get().cores().isEmpty()) {
      return spans;
    }
    if (now.lookahead() == usual(now.order()).lookahead()) {
      CompilerSettings other = usual(now.order() == Order.LIST ? Order.SOURCE : Order.LIST);
      spans.add(span("instruction order", "list or source", tried(TrialSettings.of(other))));
    }
    if (compiled.get().sum(Compiled::open) > 0) {
      spans.add(span("open engines", "balanced, vector or scalar", engines()));
    }
    if (DmaQueues.isOpen(run.scenario().options())) {
      spans.add(span("DMA descriptors", "auto or static", tried(TrialSettings.PREPARED)));
    }
    return spans;
  }

  private static CompilerSettings usual(Order order) {
    return order == Order.LIST ? CompilerSettings.LIST : CompilerSettings.SOURCE;
  }

  private List<Variant> engines() {
    List<TrialSettings> others =
        Stream.of(Engines.values())
            .filter(engines -> engines != now.engines())
            .map(engines -> new CompilerSettings(now.order(), now.lookahead(), engines))
            .map(TrialSettings::of)
            .toList();
    return variants.run(others).stream().flatMap(Optional::stream).toList();
  }

  private List<Variant> tried(TrialSettings change) {
    return variants.run(change).stream().toList();
  }

  private Span span(String what, String values, List<Variant> others) {
    return new Span(
        what, values, Stream.concat(Stream.of(variants.asIs()), others.stream()).toList());
  }
}
