package trn2sim.kernels.nki;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.UnsupportedException;

/** Which instructions each operation of the stream becomes. */
final class Rules {
  private final Map<String, Consumer<Call>> rules = new HashMap<>();
  private final TensorRules tensor;
  private final CollectiveRules collectives;

  Rules(CoreScript script, Views views, Launching launching, int core) {
    this.tensor = new TensorRules(script, views);
    this.collectives = new CollectiveRules(script, views, launching, core);
    tensor.addTo(rules);
    collectives.addTo(rules);
    TileRules tiles = new TileRules(script, views);
    new ElementRules(script, views, tiles).addTo(rules);
    tiles.addTo(rules);
    RegisterRules registers = new RegisterRules(script, views);
    registers.addTo(rules);
    new MoveRules(script, views, launching.queues()).addTo(rules);
    LoopBarriers.addTo(rules, script, registers);
  }

  /** Applies the records of one call: several only for a permute on several channels. */
  void apply(List<Call> calls) {
    Call call = calls.get(0);
    calls.forEach(collectives::next);
    if (CollectiveRules.isPermute(call)) {
      collectives.permute(calls);
      return;
    }
    Consumer<Call> rule = rules.get(call.op());
    if (rule == null) {
      throw new UnsupportedException(call.op() + " is not simulated");
    }
    Pieces.of(call).forEach(rule);
  }

  double flops() {
    return tensor.flops();
  }

  CoreProgram.Traffic traffic() {
    return collectives.traffic();
  }
}
