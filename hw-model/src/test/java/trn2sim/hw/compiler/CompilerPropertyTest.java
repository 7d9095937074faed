package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.IssueLane;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.Script.Step;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.memory.Access;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;

/** What holds for the compiled order of every program. */
class CompilerPropertyTest {
  private static final NeuronSpec DEVICE = DeviceParameters.load("trn2").neuron();

  private static Script compiled(Script script, int lookahead) {
    CompilerSettings settings =
        new CompilerSettings(
            CompilerSettings.Order.LIST, lookahead, CompilerSettings.Engines.BALANCED);
    return new Compiler(DEVICE, 1, settings).compile(script).script();
  }

  @Property(tries = 200)
  void everyInstructionStaysAndConflictsKeepTheirOrder(@ForAll long seed) {
    Script source = RandomScript.of(new SplittableRandom(seed));
    Script script = compiled(source, ListScheduler.UNLIMITED);
    int[] place = places(script, source.steps().size());
    for (int late = 0; late < place.length; late++) {
      for (int early = 0; early < late; early++) {
        if (conflict(source.steps().get(early), source.steps().get(late))) {
          assertTrue(place[early] < place[late], early + " before " + late);
        }
      }
    }
  }

  @Property(tries = 100)
  void theResultIsTheSameEveryTimeAndCanRun(@ForAll long seed) {
    Script source = RandomScript.of(new SplittableRandom(seed));
    Script once = compiled(source, ListScheduler.UNLIMITED);
    assertEquals(once.steps(), compiled(source, ListScheduler.UNLIMITED).steps());
    new Assembler(DEVICE, 1).assemble(once);
  }

  @Property(tries = 50)
  void withoutLookAheadNothingMoves(@ForAll long seed) {
    Script source = RandomScript.of(new SplittableRandom(seed));
    Script script = compiled(source, 0);
    for (int i = 0; i < source.steps().size(); i++) {
      assertEquals(i, script.steps().get(i).source());
    }
  }

  @Property(tries = 50)
  void nobodyOvertakesMoreThanTheLookAhead(@ForAll long seed) {
    Script source = RandomScript.of(new SplittableRandom(seed));
    int limit = 1 + new SplittableRandom(seed).nextInt(6);
    Script script = compiled(source, limit);
    int[] place = places(script, source.steps().size());
    for (int i = 0; i < place.length; i++) {
      int overtaken = 0;
      for (int before = 0; before < i; before++) {
        boolean lane = lane(source.steps().get(before)) == lane(source.steps().get(i));
        overtaken += lane && place[before] > place[i] ? 1 : 0;
      }
      assertTrue(overtaken <= limit, i + " overtook " + overtaken);
    }
  }

  private static IssueLane lane(Step step) {
    return IssueLane.of(step.instruction());
  }

  private static int[] places(Script script, int size) {
    int[] place = new int[size];
    List<Integer> seen = new ArrayList<>();
    for (int i = 0; i < script.steps().size(); i++) {
      place[script.steps().get(i).source()] = i;
      seen.add(script.steps().get(i).source());
    }
    assertEquals(size, seen.stream().distinct().count());
    return place;
  }

  /** Two instructions that may not change places. */
  private static boolean conflict(Step early, Step late) {
    boolean inBlock =
        early.freedom().fixedBlock() >= 0
            && early.freedom().fixedBlock() == late.freedom().fixedBlock()
            && lane(early) == lane(late);
    return inBlock
        || late.freedom().after().contains(early.source())
        || (early.synchronises() && late.synchronises())
        || overlap(early.instruction(), late.instruction());
  }

  private static boolean overlap(Instruction early, Instruction late) {
    return any(early.writes(), late.reads())
        || any(early.writes(), late.writes())
        || any(early.reads(), late.writes());
  }

  private static boolean any(List<Access> some, List<Access> others) {
    return some.stream()
        .anyMatch(
            one ->
                others.stream()
                    .anyMatch(
                        other ->
                            one.buffer() == other.buffer()
                                && one.region().overlaps(other.region())));
  }
}
