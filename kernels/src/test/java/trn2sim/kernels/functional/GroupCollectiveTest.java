package trn2sim.kernels.functional;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.isa.AllToAll;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Cluster;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Settings;
import trn2sim.kernels.check.RankVerdict;
import trn2sim.kernels.math.Storage;
import trn2sim.kernels.math.Tile;
import trn2sim.kernels.race.RaceDetector;

/** The values of reductions and exchanges, bit for bit. */
class GroupCollectiveTest {
  private static final int RANKS = 4;
  private static final int ROWS = 8;
  private static final int COLS = 6;

  private enum Operation {
    REDUCE,
    SCATTER,
    EXCHANGE
  }

  static Stream<Arguments> operations() {
    return Stream.of(DType.FP32, DType.BF16)
        .flatMap(
            type ->
                Stream.of(
                    Arguments.of(Operation.REDUCE, AluOp.ADD, type),
                    Arguments.of(Operation.REDUCE, AluOp.MAXIMUM, type),
                    Arguments.of(Operation.SCATTER, AluOp.ADD, type),
                    Arguments.of(Operation.SCATTER, AluOp.MINIMUM, type),
                    Arguments.of(Operation.EXCHANGE, AluOp.BYPASS, type)));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyRankGetsItsValues(Operation operation, AluOp op, DType type) {
    Exchanged problem = new Exchanged(operation, op, type);
    Launch launch = launch(problem);
    FunctionalRun run = new FunctionalRun(problem, new FunctionalSettings(DataKind.NORMAL, 7), 2);
    RaceDetector races = new RaceDetector(launch);
    TimedRun.of(launch, run.and(races));
    races.finish();
    List<RankVerdict> verdicts =
        run.verify(launch.effects(), IntStream.range(0, RANKS).boxed().toList());
    assertEquals(RANKS, verdicts.size());
    verdicts.forEach(verdict -> assertTrue(verdict.passed(), verdict.toString()));
  }

  /** The source is overwritten as soon as the collective lets go of it. */
  private static Launch launch(Exchanged problem) {
    CoreScript script = new CoreScript(DmaQueues.all(DmaCopy.Dge.STATIC));
    Buffer in = script.input("in", ROWS, COLS, problem.type);
    Buffer from = script.scratch("from", ROWS, COLS, problem.type);
    Buffer zero = script.scratch("zero", ROWS, COLS, problem.type);
    Buffer out = script.output("out", problem.output().rows(), COLS, problem.type);
    script.dmaCopy(from.all(), in.all());
    script.collective(
        switch (problem.operation) {
          case REDUCE -> new Reduction(out.all(), from.all(), RANKS, problem.op, false);
          case SCATTER -> new Reduction(out.all(), from.all(), RANKS, problem.op, true);
          case EXCHANGE -> new AllToAll(out.all(), from.all(), RANKS);
        });
    script.dmaCopy(from.all(), zero.all());
    Request request =
        new Request(
            new Settings(Map.of()),
            new Settings(Map.of()),
            problem.type,
            new Ranks(RANKS, 1, 1),
            Case.DEVICE,
            LostLinks.NONE,
            CompilerSettings.SOURCE);
    Cluster cluster = Cluster.of(request);
    return new Launch(
        cluster.cores(Collections.nCopies(1, script.build()), (group, rank) -> Map.of()),
        0,
        Optional.of(problem),
        Optional.empty(),
        Optional.of(cluster.allGather(ROWS * COLS)),
        Optional.empty());
  }

  /** From the first member to the last in fp32, rounded once. */
  private record Exchanged(Operation operation, AluOp op, DType type) implements Problem {
    @Override
    public List<Tensor> inputs() {
      return List.of(new Tensor("in", ROWS, COLS, type));
    }

    @Override
    public Tensor output() {
      int rows = operation == Operation.SCATTER ? ROWS / RANKS : ROWS;
      return new Tensor("out", rows, COLS, type);
    }

    @Override
    public Expected expected(int rank, Inputs inputs) {
      int rows = ROWS / RANKS;
      List<Tile> pieces = new ArrayList<>();
      for (int part = 0; part < RANKS; part++) {
        if (operation == Operation.EXCHANGE) {
          pieces.add(inputs.tensor(part, "in").rows(rank * rows, rows));
        } else if (operation == Operation.REDUCE || part == rank) {
          pieces.add(combined(part * rows, rows, inputs));
        }
      }
      return new Gathered(pieces, false);
    }

    private Tile combined(int first, int rows, Inputs inputs) {
      Tile result = Tile.dense(Storage.allocate(type, rows * COLS), rows, COLS);
      for (int row = 0; row < rows; row++) {
        for (int col = 0; col < COLS; col++) {
          float value = inputs.tensor(0, "in").get(first + row, col);
          for (int rank = 1; rank < RANKS; rank++) {
            float next = inputs.tensor(rank, "in").get(first + row, col);
            value =
                switch (op) {
                  case ADD -> value + next;
                  case MAXIMUM -> Math.max(value, next);
                  default -> Math.min(value, next);
                };
          }
          result.data().set(result.index(row, col), value);
        }
      }
      return result;
    }
  }
}
