package trn2sim.hw.compiler;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import trn2sim.core.cancel.Cancellation;
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
    Operands source = new Operands(written);
    Spilling.Result fitted = Spilling.of(withEngines(source), sbufBytes);
    Operands packed =
        SharedBanks.of(fitted.operands(), Math.min(banks, written.psumBanks()), bankBytes);
    Ordered ordered = settings.reorders() ? ordered(packed) : new Ordered(packed.script(), 0);
    return new Compiled(
        ordered.script,
        ordered.moved,
        open(source),
        fitted.savedBytes(),
        fitted.reloadedBytes(),
        fitted.inserted());
  }

  /** How many copies name no engine. */
  private static int open(Operands source) {
    int open = 0;
    for (int step = 0; step < source.steps(); step++) {
      boolean plain = source.isPlain(step);
      open += !plain && source.script().steps().get(step).freedom().anyEngine() ? 1 : 0;
    }
    return open;
  }

  /**
   * A script in the order of a schedule.
   *
   * @param moved instructions with a later one of the source before an earlier one of the same lane
   */
  private record Ordered(Script script, int moved) {}

  private Ordered ordered(Operands operands) {
    Script script = operands.script();
    TileLayout layout = new TileLayout(script.buffers(), script.groupLimits(), bankBytes);
    ScriptNodes nodes = new ScriptNodes(operands, times, layout, bankBytes);
    ScriptDependences dependences = new ScriptDependences(operands, bankBytes);
    for (int step = 0; step < operands.steps(); step++) {
      Cancellation.check();
      dependences.add(step, nodes.add(script.steps().get(step)));
    }
    ProgramOrder program = programOrder(nodes.nodes(), dependences.graph());
    TileOrder tiles = new TileOrder(program.tiles(nodes.tiles()), storage(layout, script));
    if (!tiles.fits()) {
      return new Ordered(script, 0);
    }
    Schedule schedule = program.schedule(tiles, settings.lookahead());
    return new Ordered(ordered(operands, schedule), moved(operands, nodes.nodes(), schedule));
  }

  /** A limit to what an instruction may overtake counts instructions as they are written. */
  private ProgramOrder programOrder(List<Node> nodes, DependenceGraph graph) {
    return settings.lookahead() == ListScheduler.UNLIMITED
        ? ProgramOrder.neededFirst(nodes, graph)
        : ProgramOrder.asWritten(nodes, graph);
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
  private Operands withEngines(Operands source) {
    if (settings.engines() == CompilerSettings.Engines.BALANCED && settings.reorders()) {
      return source;
    }
    Engine engine =
        settings.engines() == CompilerSettings.Engines.SCALAR ? Engine.SCALAR : Engine.VECTOR;
    Script script = source.script();
    return new Operands(
        script.with(script.steps().stream().map(step -> placed(step, engine)).toList()));
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

  private static Script ordered(Operands operands, Schedule schedule) {
    Script script = operands.script();
    int[] order = schedule.order();
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    List<Step> steps = new ArrayList<>(order.length);
    for (int node : order) {
      Step step = script.steps().get(node);
      if (!operands.isPlain(node)) {
        Step placed = placed(step, ENGINES[schedule.engine()[node]]);
        step = placed.with(placed.instruction(), place);
      }
      steps.add(step);
    }
    return script.inOrder(steps);
  }

  /** Instructions with a later one of the source before an earlier one of the same lane. */
  private static int moved(Operands operands, List<Node> nodes, Schedule schedule) {
    int[] earliest = new int[IssueLane.values().length];
    Arrays.fill(earliest, Integer.MAX_VALUE);
    int moved = 0;
    for (int i = nodes.size() - 1; i >= 0; i--) {
      int number = schedule.order()[i];
      Node node = nodes.get(number);
      int lane = node.isOpen() ? schedule.engine()[number] : node.lane();
      moved += earliest[lane] < operands.source(number) ? 1 : 0;
      earliest[lane] = Math.min(earliest[lane], operands.source(number));
    }
    return moved;
  }
}
