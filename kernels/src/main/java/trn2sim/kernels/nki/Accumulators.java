package trn2sim.kernels.nki;

import java.util.List;
import java.util.Optional;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.CoreScript;

/**
 * The registers in which an engine reduces rows. An instruction may leave its sums there for the
 * next (nki.isa, reduce_cmd); they are where the last one wrote them, or in a tile of their own.
 */
final class Accumulators {
  /** Where a call leaves its sums, and what they begin with if they go on. */
  record Use(Access into, Access before) {}

  private final CoreScript script;
  private final Views views;
  private Optional<Access> held = Optional.empty();

  Accumulators(CoreScript script, Views views) {
    this.script = script;
    this.views = views;
  }

  /** Whether a call reduces rows, be it into the registers alone. */
  static boolean usedBy(Call call) {
    return call.outputs().size() > 1
        || call.word("reduce_cmd").filter(command -> !command.equals("idle")).isPresent();
  }

  static boolean goOn(Call call) {
    return call.word("reduce_cmd")
        .filter(command -> command.equals("reduce") || command.equals("load_reduce"))
        .isPresent();
  }

  /** A call that names no place for its sums leaves them in a tile of their own. */
  Use use(Call call, List<Access> outputs) {
    Access into =
        outputs.size() > 1
            ? outputs.get(1)
            : script.sbuf("accumulators", outputs.get(0).rows(), 1, DType.FP32).all();
    Access before = goOn(call) ? before(call, into) : into;
    held = Optional.of(into);
    return new Use(into, before);
  }

  /** What it loads or what is held, else what it replaces. */
  private Access before(Call call, Access into) {
    Optional<Access> loaded = call.tensor("reduce_init").map(views::of);
    if (call.has("reduce_init") && loaded.isEmpty()) {
      throw new UnsupportedException(call.op() + " with a number as reduce_init is not simulated");
    }
    boolean loads = call.word("reduce_cmd").filter("load_reduce"::equals).isPresent();
    Access before = (loads ? loaded : held).orElse(into);
    if (before.rows() != into.rows()) {
      throw new UnsupportedException(
          call.op() + " with the sums of " + before.rows() + " partitions for " + into.rows());
    }
    return before;
  }
}
