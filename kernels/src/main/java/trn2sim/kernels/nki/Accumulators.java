package trn2sim.kernels.nki;

import java.util.List;
import java.util.Optional;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.TileOp.Fold;
import trn2sim.hw.isa.TileOp.Start;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Pattern;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.UnsupportedException;

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
  private boolean negated;
  private boolean reset;

  Accumulators(CoreScript script, Views views) {
    this.script = script;
    this.views = views;
  }

  /** What becomes of the rows of a call, if they are reduced, be it into the registers alone. */
  Optional<Fold> fold(Call call, AluOp usual) {
    if (does(call, "reset") && call.outputs().size() == 1) {
      reset = true;
      return Optional.empty();
    }
    boolean always = call.op().equals("tensor_scalar_reduce");
    boolean told = call.word("reduce_cmd").filter(word -> !word.equals("idle")).isPresent();
    if (call.outputs().size() == 1 && !always && !told) {
      return Optional.empty();
    }
    AluOp op = call.has("reduce_op") ? TileRules.alu(call, "reduce_op") : usual;
    return Optional.of(new Fold(op, call.flag("reduce_res_negate"), start(call)));
  }

  /** A result that was negated on its way out is not negated in the registers. */
  private Start start(Call call) {
    if (does(call, "load_reduce")) {
      boolean number = call.has("reduce_init") && call.tensor("reduce_init").isEmpty();
      return number ? Start.of(call.number("reduce_init", 0)) : Start.HELD;
    }
    if (!does(call, "reduce") || reset) {
      return Start.NOTHING;
    }
    return negated ? Start.OPPOSITE : Start.HELD;
  }

  private static boolean does(Call call, String command) {
    return call.word("reduce_cmd").filter(command::equals).isPresent();
  }

  /** A call that names no place for its sums leaves them in a tile of their own. */
  Use use(Call call, Fold fold, List<Access> outputs) {
    Access into =
        outputs.size() > 1
            ? outputs.get(1)
            : script.sbuf("accumulators", outputs.get(0).rows(), 1, DType.FP32).all();
    Access before = fold.goesOn() ? before(call, into) : into;
    hold(into, fold.negate());
    return new Use(into, before);
  }

  private void hold(Access sums, boolean opposite) {
    held = Optional.of(sums);
    negated = opposite;
    reset = false;
  }

  /** What a running sum begins with, of as many rows; empty where the registers are as reset. */
  Optional<Access> running(Call call, int rows) {
    if (!does(call, "reduce") || reset) {
      return Optional.empty();
    }
    if (held.isEmpty() || negated) {
      throw new UnsupportedException(call.op() + " goes on with registers that nothing has set");
    }
    return held.map(sums -> fitting(call, sums, rows));
  }

  /** A running sum leaves its last element. */
  void ran(Access dst) {
    int last =
        dst.pattern().dims().stream().mapToInt(dim -> (dim.count() - 1) * dim.stride()).sum();
    Pattern one = new Pattern(List.of(new Pattern.Dim(1, 1)));
    hold(
        new Access(
            dst.buffer(), dst.row(), dst.rows(), dst.col() + last, one, dst.pitch(), dst.offset()),
        false);
  }

  /** What it loads or what is held, else what it replaces. */
  private Access before(Call call, Access into) {
    Optional<Access> loaded = call.tensor("reduce_init").map(views::of);
    Access before = (does(call, "load_reduce") ? loaded : held).orElse(into);
    return fitting(call, before, into.rows());
  }

  private static Access fitting(Call call, Access sums, int rows) {
    if (sums.rows() != rows) {
      throw new UnsupportedException(
          call.op() + " with the sums of " + Text.count(sums.rows(), "partition") + " for " + rows);
    }
    return sums;
  }
}
