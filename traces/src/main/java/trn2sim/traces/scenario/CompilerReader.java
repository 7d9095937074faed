package trn2sim.traces.scenario;

import java.util.List;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.compiler.CompilerSettings.Engines;
import trn2sim.hw.compiler.CompilerSettings.Order;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.Setting;

/** Reads the {@code compiler} section of a scenario. */
public final class CompilerReader {
  /** The most instructions that one may be asked to overtake. */
  public static final int MOST_LOOKAHEAD = 1_000_000_000;

  private CompilerReader() {}

  static CompilerSettings read(Optional<YamlCursor> section, Kernel kernel) {
    if (section.isEmpty()) {
      return CompilerSettings.LIST;
    }
    YamlCursor compiler = section.get();
    if (!kernel.settings().contains(Setting.COMPILER)) {
      YamlCursor first = compiler.flatten().values().stream().findFirst().orElse(compiler);
      throw first.fail(first.found(), ScenarioLoader.without("compiler", kernel));
    }
    Order order =
        ScenarioLoader.word(compiler, "order", Order.LIST, List.of(Order.values()), Order::label);
    CompilerSettings usual = order == Order.LIST ? CompilerSettings.LIST : CompilerSettings.SOURCE;
    Optional<YamlCursor> lookahead = compiler.optional("lookahead");
    if (lookahead.isPresent() && order == Order.SOURCE) {
      throw lookahead.get().fail(lookahead.get().found(), "no lookahead with order: source");
    }
    return new CompilerSettings(
        order,
        lookahead.map(cursor -> (int) cursor.integer(0, MOST_LOOKAHEAD)).orElse(usual.lookahead()),
        ScenarioLoader.word(
            compiler, "engines", usual.engines(), List.of(Engines.values()), Engines::label));
  }
}
