package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.Script.Step;
import trn2sim.hw.memory.TileLayout;
import trn2sim.hw.spec.NeuronSpec;

/**
 * Turns a script as written into the script that the engines run: open copies get an engine, and
 * independent instructions change places. The result is frozen; the machine runs it in order.
 */
public final class Compiler {
  private static final Engine[] ENGINES = Engine.values();

  private final CompilerSettings settings;
  private final NominalTimes times;
  private final long sbufBytes;
  private final int bankBytes;
  private final int banks;

  /**
   * @param lnc cores of a rank
   */
  public Compiler(NeuronSpec device, int lnc, CompilerSettings settings) {
    this.settings = settings;
    this.times = new NominalTimes(device, lnc);
    this.sbufBytes = device.memory().usableBytes();
    this.bankBytes = device.memory().psumBankBytes();
    this.banks = device.memory().psumBanks();
  }

  /** The script as the engines run it; one that cannot be made to fit is left as it is. */
  public Compiled compile(Script written) {
    int open = 0;
    for (Step step : written.steps()) {
      open += step.freedom().anyEngine() ? 1 : 0;
    }
    Spilling.Result fitted = Spilling.of(withEngines(written), sbufBytes);
    Script script = settings.reorders() ? ordered(fitted.script()) : fitted.script();
    return new Compiled(
        script,
        moved(script),
        open,
        fitted.savedBytes(),
        fitted.reloadedBytes(),
        fitted.inserted());
  }

  private Script ordered(Script script) {
    TileLayout layout = new TileLayout(script.buffers(), script.groupLimits(), bankBytes);
    Operands operands = new Operands(script);
    TensorGroups groups = new TensorGroups(script.buffers().size(), bankBytes);
    ScriptNodes nodes = new ScriptNodes(script, operands, times, layout, groups);
    Storage storage = storage(layout, script);
    TileOrder tiles = new TileOrder(nodes.nodes(), storage);
    if (!tiles.fits()) {
      return script;
    }
    DependenceGraph graph =
        new ScriptDependences(script, operands, nodes.streams(), bankBytes).graph();
    return ordered(
        script, new ListScheduler(nodes.nodes(), graph, tiles, settings.lookahead()).schedule());
  }

  private Storage storage(TileLayout layout, Script script) {
    return new Storage(
        layout.tiles().stream()
            .map(tile -> new Storage.Tile(tile.space(), tile.units(), tile.pool()))
            .toList(),
        new long[] {sbufBytes, Math.min(banks, script.psumBanks())},
        layout.pools().stream().mapToInt(TileLayout.Pool::limit).toArray());
  }

  /** Copies that name no engine go to a fixed one, unless the scheduler chooses. */
  private Script withEngines(Script script) {
    if (settings.engines() == CompilerSettings.Engines.BALANCED && settings.reorders()) {
      return script;
    }
    Engine engine =
        settings.engines() == CompilerSettings.Engines.SCALAR ? Engine.SCALAR : Engine.VECTOR;
    return script.with(script.steps().stream().map(step -> placed(step, engine)).toList());
  }

  private static Step placed(Step step, Engine engine) {
    if (!step.freedom().anyEngine()) {
      return step;
    }
    Elementwise copy = (Elementwise) step.instruction();
    Freedom freedom = step.freedom();
    return new Step(
        copy.on(engine),
        step.waits(),
        step.signals(),
        step.ringStep(),
        new Freedom(false, freedom.after(), freedom.fixedBlock()),
        step.source());
  }

  private static Script ordered(Script script, Schedule schedule) {
    int[] order = schedule.order();
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    List<Step> steps = new ArrayList<>(order.length);
    for (int node : order) {
      Engine engine = ENGINES[schedule.engine()[node]];
      Step step = placed(script.steps().get(node), engine);
      steps.add(step.with(step.instruction(), place));
    }
    return script.with(steps);
  }

  /** Instructions with a later one of the source before an earlier one of the same lane. */
  private static int moved(Script script) {
    int[] earliest = new int[IssueLane.values().length];
    Arrays.fill(earliest, Integer.MAX_VALUE);
    int moved = 0;
    for (int i = script.steps().size() - 1; i >= 0; i--) {
      Step step = script.steps().get(i);
      int lane = IssueLane.of(step.instruction()).ordinal();
      moved += earliest[lane] < step.source() ? 1 : 0;
      earliest[lane] = Math.min(earliest[lane], step.source());
    }
    return moved;
  }
}
