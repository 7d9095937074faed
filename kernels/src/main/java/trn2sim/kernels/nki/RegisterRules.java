package trn2sim.kernels.nki;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.TileFunction;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Scalar;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;

/** Registers that the program writes: each is a tile of one number. */
final class RegisterRules {
  private final CoreScript script;
  private final Views views;
  private final Map<Integer, Buffer> registers = new HashMap<>();
  private final Set<Integer> written = new HashSet<>();

  RegisterRules(CoreScript script, Views views) {
    this.script = script;
    this.views = views;
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("register_move", this::move);
    rules.put("register_load", this::load);
    rules.put("register_store", this::store);
  }

  private Access register(int number) {
    Buffer cell =
        registers.computeIfAbsent(
            number,
            n ->
                script.declare(
                    new Buffer(
                        script.nextBuffer(),
                        "register" + n,
                        Buffer.REGISTERS,
                        MemorySpace.SBUF,
                        Buffer.Role.SCRATCH,
                        DType.INT32,
                        1,
                        1)));
    views.cell(number, cell);
    return cell.all();
  }

  /** Whether a register holds a number at all. */
  boolean isSet(int number) {
    return written.contains(number) || views.given(number).isPresent();
  }

  /** What holds the number of a register. */
  Access value(int number) {
    return views.given(number).orElseGet(() -> register(number));
  }

  private void move(Call call) {
    call.requireOnly("reg", "value", "from", "with", "product");
    List<Access> target = List.of(target(call));
    if (call.has("with")) {
      combine(call, target);
    } else {
      put(call, target);
    }
  }

  private Access target(Call call) {
    int number = call.integers("reg").get(0);
    written.add(number);
    return register(number);
  }

  /** Writes the sum or the product of two registers. */
  private void combine(Call call, List<Access> target) {
    List<Integer> left = call.integers("from");
    List<Integer> right = call.integers("with");
    List<Access> inputs = List.of(value(left.get(0)), value(right.get(0)));
    TileOp op =
        new TileOp.RegisterCombine(
            new TileOp.RegisterMove(Scalar.input(0), left.get(1), left.get(2)),
            new TileOp.RegisterMove(Scalar.input(1), right.get(1), right.get(2)),
            call.has("product"));
    script.add(new TileFunction(Engine.SYNC, op, target, inputs));
  }

  /** Writes a number, or what a register holds, times a factor and with a number added. */
  private void put(Call call, List<Access> target) {
    List<Access> inputs = List.of();
    int number = (int) (long) call.exact("value");
    TileOp.RegisterMove op = new TileOp.RegisterMove(Scalar.of(0), 1, number);
    if (call.has("from")) {
      List<Integer> from = call.integers("from");
      inputs = List.of(value(from.get(0)));
      op = new TileOp.RegisterMove(Scalar.input(0), from.get(1), from.get(2));
    }
    script.add(new TileFunction(Engine.SYNC, op, target, inputs));
  }

  private void load(Call call) {
    call.requireOnly("reg");
    Access target = target(call);
    List<Access> from = views.all(call.inputs());
    TileOp op = TileOp.Plain.REGISTER_LOAD;
    script.add(new TileFunction(Engine.SYNC, op, List.of(target), from));
  }

  private void store(Call call) {
    call.requireOnly("reg", "value", "from");
    if (!call.has("reg")) {
      put(call, views.all(call.outputs()));
      return;
    }
    List<Access> from = List.of(value(call.integers("reg").get(0)));
    TileOp op = TileOp.Plain.REGISTER_STORE;
    script.add(new TileFunction(Engine.SYNC, op, views.all(call.outputs()), from));
  }
}
