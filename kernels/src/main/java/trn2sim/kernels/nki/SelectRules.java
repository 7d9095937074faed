package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import trn2sim.hw.isa.Affine;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.TileOp;
import trn2sim.hw.isa.TileOp.Scalar;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.UnsupportedException;
import trn2sim.kernels.nki.stream.View;

/** Numbers made from places, and selects by places or by predicates. */
final class SelectRules {
  private SelectRules() {}

  static void addTo(TileRules tiles, Map<String, Consumer<Call>> rules) {
    String[] affine = {"pattern", "offset", "channel_multiplier"};
    tiles.rule(rules, "iota", Engine.GPSIMD, call -> new TileOp.Iota(affine(call)), affine);
    tiles.rule(
        rules,
        "affine_select",
        Engine.GPSIMD,
        SelectRules::affineSelect,
        "pattern",
        "offset",
        "channel_multiplier",
        "on_false_value",
        "cmp_op",
        "pred");
    tiles.rule(
        rules,
        "range_select",
        Engine.VECTOR,
        call -> rangeSelect(tiles, call),
        TileRules.withFold("comp_op0", "comp_op1", "range_start", "on_false_value"));
    tiles.rule(
        rules,
        "select_reduce",
        Engine.VECTOR,
        call -> selectReduce(tiles, call),
        TileRules.withFold("on_false", "reverse_pred"));
    rules.put("tensor_copy_predicated", call -> predicated(tiles, call));
  }

  private static Affine affine(Call call) {
    List<Affine.Axis> axes = new ArrayList<>();
    if (call.has("pattern")) {
      Fields pattern = new Fields(call.op(), call.attributes().get("pattern"));
      for (int i = 0; i < pattern.size(); i++) {
        axes.add(new Affine.Axis(pattern.list(i).integer(0), pattern.list(i).small(1)));
      }
    }
    return new Affine(whole(call, "offset"), whole(call, "channel_multiplier"), axes);
  }

  private static long whole(Call call, String key) {
    return call.attributes().get(key) instanceof Long number ? number : 0;
  }

  private static TileOp affineSelect(Call call) {
    float otherwise = call.number("on_false_value", 0);
    if (call.has("pred")) {
      return new TileOp.AffineSelect(conditions(call, "pred"), otherwise);
    }
    AluOp comparison = call.has("cmp_op") ? TileRules.alu(call, "cmp_op") : AluOp.EQUAL;
    return new TileOp.AffineSelect(
        List.of(new Affine.Condition(affine(call), comparison)), otherwise);
  }

  /** Conditions {@code [constant, [coefficient per axis], op]} over the shape of the output. */
  static List<Affine.Condition> conditions(Call call, String key) {
    List<View.Dim> shape = call.output().dims();
    Fields all = new Fields(call.op(), call.attributes().get(key));
    List<Affine.Condition> conditions = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      Fields condition = all.list(i);
      Fields factors = condition.list(1);
      if (factors.size() != shape.size()) {
        throw new UnsupportedException(
            call.op() + " with a mask of " + factors.size() + " indices on " + shape.size());
      }
      List<Affine.Axis> axes = new ArrayList<>();
      for (int d = 1; d < shape.size(); d++) {
        axes.add(new Affine.Axis(factors.integer(d), (int) shape.get(d).count()));
      }
      long perRow = factors.size() == 0 ? 0 : factors.integer(0);
      Affine value = new Affine(condition.integer(0), perRow, axes);
      conditions.add(new Affine.Condition(value, comparison(condition.text(2))));
    }
    return conditions;
  }

  private static AluOp comparison(String sign) {
    return switch (sign) {
      case "<" -> AluOp.LESS;
      case "<=" -> AluOp.LESS_EQUAL;
      case ">" -> AluOp.GREATER;
      case ">=" -> AluOp.GREATER_EQUAL;
      case "==" -> AluOp.EQUAL;
      case "!=" -> AluOp.NOT_EQUAL;
      default -> throw new UnsupportedException("a mask with " + sign);
    };
  }

  private static TileOp rangeSelect(TileRules tiles, Call call) {
    return new TileOp.RangeSelect(
        TileRules.alu(call, "comp_op0"),
        TileRules.alu(call, "comp_op1"),
        call.number("range_start", 0),
        call.number("on_false_value", -Float.MAX_VALUE),
        tiles.fold(call, AluOp.MAXIMUM));
  }

  private static TileOp selectReduce(TileRules tiles, Call call) {
    return new TileOp.Select(
        call.op(),
        Scalar.input(1),
        TileRules.scalar(call, "on_false", 0),
        call.flag("reverse_pred"),
        tiles.fold(call, AluOp.MAXIMUM));
  }

  /** Inputs are the source unless it is a number, the predicate, and what dst holds before. */
  private static void predicated(TileRules tiles, Call call) {
    call.requireOnly("src", "reverse_pred");
    boolean number = call.has("src");
    List<View> given = call.inputs();
    List<View> ordered =
        number ? given : List.of(given.get(1), given.get(0), given.get(given.size() - 1));
    Scalar source = number ? Scalar.of(call.number("src", 0)) : Scalar.input(1);
    TileOp op =
        new TileOp.Select(
            call.op(),
            source,
            Scalar.input(number ? 1 : 2),
            call.flag("reverse_pred"),
            Optional.empty());
    tiles.add(call.with(ordered), Engine.VECTOR, op);
  }
}
