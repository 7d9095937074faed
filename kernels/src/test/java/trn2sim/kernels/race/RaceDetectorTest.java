package trn2sim.kernels.race;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program.Signal;
import trn2sim.core.program.Program.Wait;
import trn2sim.core.program.Semaphore;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Script;
import trn2sim.hw.machine.Assembler;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.Launch;

/** Cores of one rank share its HBM by name; a store on one and a load on another need an order. */
class RaceDetectorTest {
  private static final DeviceParameters DEVICE = DeviceParameters.load("trn2");
  private static final List<Wait> NO_WAIT = List.of();
  private static final List<Signal> NO_SIGNAL = List.of();

  /** A core's script in the making: tiles, the shared tensor x and what is done with them. */
  private static final class Core {
    private final List<Buffer> buffers = new ArrayList<>();
    private final List<Script.Step> steps = new ArrayList<>();
    private final Buffer x = buffer("x", MemorySpace.HBM, Buffer.Role.OUTPUT, 256);
    private final Buffer other = buffer("other", MemorySpace.HBM, Buffer.Role.INPUT, 256);
    private final Buffer ready = buffer("ready", MemorySpace.SBUF, Buffer.Role.INPUT, 128);

    private Buffer buffer(String name, MemorySpace space, Buffer.Role role, int rows) {
      Buffer buffer = new Buffer(buffers.size(), name, name, space, role, DType.FP32, rows, 512);
      buffers.add(buffer);
      return buffer;
    }

    Core store(int row, List<Wait> waits, List<Signal> signals) {
      return dma(x.slice(row, 128, 0, 512), ready.all(), waits, signals);
    }

    Core load(int row, List<Wait> waits, List<Signal> signals) {
      return dma(fresh().all(), x.slice(row, 128, 0, 512), waits, signals);
    }

    /** Pieces of every row, as many as fit at a distance. */
    Core storePieces(int col, int width, int distance, List<Signal> signals) {
      int count = 512 / distance;
      var dims = List.of(new Pattern.Dim(distance, count), new Pattern.Dim(1, width));
      Access places = new Access(x, 0, 128, col, new Pattern(dims), Optional.empty());
      return dma(places, ready.slice(0, 128, 0, count * width), NO_WAIT, signals);
    }

    Core storeHalves(int col, int width) {
      return storePieces(col, width, 256, NO_SIGNAL);
    }

    /** Some columns of rows that an index names. */
    Core scatter(int col, int width, List<Wait> waits) {
      Access which = tile(1).all();
      Access places = x.slice(0, 128, col, width).indexedBy(which, 512);
      Access from = ready.slice(0, 128, 0, width);
      var next = new DmaCopy(Engine.GPSIMD, DmaCopy.Dge.SWDGE, places, from, false);
      return step(next, waits, NO_SIGNAL);
    }

    Core loadColumns(int col, int width) {
      return dma(tile(width).all(), x.slice(0, 128, col, width), NO_WAIT, NO_SIGNAL);
    }

    /** Keeps the load queue busy with something else. */
    Core spend(int loads) {
      for (int i = 0; i < loads; i++) {
        dma(fresh().all(), other.slice(0, 128, 0, 512), NO_WAIT, NO_SIGNAL);
      }
      return this;
    }

    /** What an input holds goes to the shared tensor, through a tile. */
    Core copy(int from, int to) {
      Access tile = fresh().all();
      dma(tile, other.slice(from, 128, 0, 512), NO_WAIT, NO_SIGNAL);
      return dma(x.slice(to, 128, 0, 512), tile, NO_WAIT, NO_SIGNAL);
    }

    /** Columns of a whole tile and a tile that has no more of them, added up and stored. */
    Core addPart(int columns) {
      Access wide = fresh().slice(0, 128, 0, columns);
      Access narrow = tile(columns).all();
      Access sum = tile(columns).all();
      step(
          new Elementwise(
              Engine.VECTOR, Op.TENSOR_TENSOR_ADD, sum, Optional.of(narrow), Optional.of(wide), 0),
          NO_WAIT,
          NO_SIGNAL);
      return dma(x.slice(0, 128, 0, columns), sum, NO_WAIT, NO_SIGNAL);
    }

    private Buffer tile(int columns) {
      String name = "tile" + buffers.size();
      Buffer.Role role = Buffer.Role.SCRATCH;
      MemorySpace space = MemorySpace.SBUF;
      Buffer tile = new Buffer(buffers.size(), name, name, space, role, DType.FP32, 128, columns);
      buffers.add(tile);
      return tile;
    }

    private Buffer fresh() {
      return buffer("tile" + buffers.size(), MemorySpace.SBUF, Buffer.Role.SCRATCH, 128);
    }

    private Core dma(Access dst, Access src, List<Wait> waits, List<Signal> signals) {
      return step(new DmaCopy(Engine.SYNC, DmaCopy.Dge.STATIC, dst, src, false), waits, signals);
    }

    private Core step(Instruction next, List<Wait> waits, List<Signal> signals) {
      steps.add(new Script.Step(next, waits, signals, -1, Freedom.AS_WRITTEN, steps.size()));
      return this;
    }

    Script script() {
      return new Script(steps, buffers, Map.of(), 8, List.of());
    }
  }

  private static List<Wait> waitFor(long value) {
    return List.of(new Wait(0, value));
  }

  private static List<Signal> signal(int semaphore) {
    return List.of(new Signal(semaphore, 1));
  }

  /** Runs the cores as one rank, with two semaphores between them. */
  private static Machine run(Core... cores) {
    return run(List.of(0, 0, 0), cores);
  }

  private static Machine run(List<Integer> ranks, Core... cores) {
    List<Launch.CoreLaunch> parts = new ArrayList<>();
    for (int core = 0; core < cores.length; core++) {
      int rank = ranks.get(core);
      parts.add(new Launch.CoreLaunch(core, rank, rank, cores[core].script(), Map.of()));
    }
    Launch launch = Launch.local(parts, 0, Optional.empty(), Optional.empty());
    RaceDetector detector = new RaceDetector(launch);
    Machine machine = new Machine(DEVICE.neuron(), new Simulation(), detector);
    List<Semaphore> semaphores = List.of(new Semaphore("full"), new Semaphore("free"));
    for (Launch.CoreLaunch part : parts) {
      machine.load(
          part.core(), new Assembler(DEVICE.neuron(), 1).assemble(part.script()), semaphores);
    }
    machine.run();
    detector.finish();
    return machine;
  }

  private static void assertRace(String message, Core... cores) {
    assertEquals(message, assertThrows(RaceException.class, () -> run(cores)).getMessage());
  }

  @Test
  void aMissingSemaphoreIsFoundAlthoughTimingHidesIt() {
    Core writer = new Core().store(0, NO_WAIT, NO_SIGNAL);
    Core reader = new Core().spend(8).load(0, NO_WAIT, NO_SIGNAL);
    assertRace(
        "race on x of rank 0: Chip[0].Core[1] [dma_copy tile11[0:128, 0:512]"
            + " <- x[0:128, 0:512]] reads what Chip[0].Core[0] [dma_copy x[0:128, 0:512]"
            + " <- ready[0:128, 0:512]] writes, and nothing orders them;"
            + " let the second wait for a semaphore that the first raises",
        writer,
        reader);
  }

  @Test
  void withTheSemaphoreItIsAccepted() {
    Core writer = new Core().store(0, NO_WAIT, signal(0));
    Core reader = new Core().spend(8).load(0, waitFor(1), NO_SIGNAL);
    Machine machine = assertDoesNotThrow(() -> run(writer, reader));
    Process process = machine.processes().get(1);
    assertTrue(process.startPs(8) > machine.processes().get(0).donePs(0));
  }

  /** The wait of an earlier load orders the later ones of its lane. */
  @Test
  void whatFollowsAWaitIsOrderedToo() {
    Core writer = new Core().store(0, NO_WAIT, NO_SIGNAL).store(128, NO_WAIT, signal(0));
    Core reader = new Core().load(128, waitFor(1), NO_SIGNAL).load(0, NO_WAIT, NO_SIGNAL);
    assertDoesNotThrow(() -> run(writer, reader));
  }

  @Test
  void aSignalBeforeTheWriteOrdersNothing() {
    Core writer = new Core().store(128, NO_WAIT, signal(0)).store(0, NO_WAIT, NO_SIGNAL);
    Core reader = new Core().spend(8).load(0, waitFor(1), NO_SIGNAL);
    var e = assertThrows(RaceException.class, () -> run(writer, reader));
    assertTrue(e.getMessage().startsWith("race on x of rank 0: "), e.getMessage());
  }

  /** The buffer is used again without a credit back from the reader. */
  @Test
  void reuseNeedsACredit() {
    Core reader = new Core().load(0, waitFor(1), signal(1));
    Core careless = new Core().store(0, NO_WAIT, signal(0)).store(0, NO_WAIT, NO_SIGNAL);
    assertThrows(RaceException.class, () -> run(careless, reader));
    Core careful =
        new Core().store(0, NO_WAIT, signal(0)).store(0, List.of(new Wait(1, 1)), NO_SIGNAL);
    Core again = new Core().load(0, waitFor(1), signal(1));
    assertDoesNotThrow(() -> run(careful, again));
  }

  @Test
  void orderPassesThroughAThirdCore() {
    Core writer = new Core().store(0, NO_WAIT, signal(0));
    Core between = new Core().load(128, waitFor(1), signal(1));
    Core reader = new Core().load(0, List.of(new Wait(1, 1)), NO_SIGNAL);
    assertDoesNotThrow(() -> run(writer, between, reader));
  }

  @Test
  void separateRowsReadsAndRanksDoNotConflict() {
    assertDoesNotThrow(
        () ->
            run(
                new Core().store(0, NO_WAIT, NO_SIGNAL),
                new Core().store(128, NO_WAIT, NO_SIGNAL)));
    assertDoesNotThrow(
        () -> run(new Core().load(0, NO_WAIT, NO_SIGNAL), new Core().load(0, NO_WAIT, NO_SIGNAL)));
    assertDoesNotThrow(
        () ->
            run(
                List.of(0, 1),
                new Core().store(0, NO_WAIT, NO_SIGNAL),
                new Core().load(0, NO_WAIT, NO_SIGNAL)));
  }

  @Test
  void piecesBetweenEachOtherDoNotConflictUnlessTheyMeet() {
    assertDoesNotThrow(() -> run(new Core().storeHalves(0, 128), new Core().storeHalves(128, 128)));
    assertDoesNotThrow(() -> run(new Core().storeHalves(200, 56), new Core().storeHalves(0, 200)));
    assertThrows(
        RaceException.class,
        () -> run(new Core().storeHalves(0, 129), new Core().storeHalves(128, 128)));
    assertThrows(
        RaceException.class,
        () -> run(new Core().storeHalves(0, 128), new Core().store(0, NO_WAIT, NO_SIGNAL)));
  }

  /** A write around the pieces of another core does not hide them from who waits for it alone. */
  @Test
  void piecesBetweenThoseOfAnotherAreNotForgotten() {
    Core pieces = new Core().storeHalves(64, 64);
    Core around = new Core().storePieces(0, 64, 128, signal(0));
    Core reader = new Core().spend(20).load(0, waitFor(1), NO_SIGNAL);
    assertThrows(RaceException.class, () -> run(pieces, around, reader));
  }

  @Test
  void columnsOfRowsThatAnIndexNamesDoNotConflictUnlessTheyMeet() {
    assertDoesNotThrow(
        () ->
            run(
                new Core().scatter(0, 256, NO_WAIT),
                new Core().scatter(256, 256, NO_WAIT).loadColumns(300, 200)));
    assertThrows(
        RaceException.class,
        () -> run(new Core().scatter(0, 257, NO_WAIT), new Core().scatter(256, 256, NO_WAIT)));
    assertThrows(
        RaceException.class,
        () -> run(new Core().scatter(0, 256, NO_WAIT), new Core().loadColumns(200, 100)));
  }

  /** A write of some columns does not hide that of the others from who waits for neither. */
  @Test
  void whatARowsOtherColumnsHoldIsNotForgotten() {
    Core rows = new Core().store(0, NO_WAIT, signal(0));
    Core some = new Core().scatter(256, 256, waitFor(1));
    Core reader = new Core().spend(20).loadColumns(0, 128);
    assertThrows(RaceException.class, () -> run(rows, some, reader));
  }

  /** Two cores raise one semaphore and a third waits for one of them: which, timing decides. */
  @Test
  void aWaitForOneOfTwoSignallersIsRefused() {
    Core first = new Core().store(0, NO_WAIT, signal(0));
    Core second = new Core().spend(8).load(128, NO_WAIT, signal(0));
    Core reader = new Core().load(0, waitFor(1), NO_SIGNAL);
    var e = assertThrows(RaceException.class, () -> run(first, second, reader));
    assertTrue(
        e.getMessage()
            .endsWith(
                " raise in either order; wait for the full count, or use a semaphore for each"),
        e.getMessage());
  }

  @Test
  void aWaitForBothSignallersIsSound() {
    Core first = new Core().store(0, NO_WAIT, signal(0));
    Core second = new Core().store(128, NO_WAIT, signal(0));
    Core reader = new Core().load(0, waitFor(2), NO_SIGNAL).load(128, NO_WAIT, NO_SIGNAL);
    assertDoesNotThrow(() -> run(first, second, reader));
  }

  @Test
  void coresThatWriteTheSameValuesDoNoHarm() {
    Core one = new Core().copy(0, 0).load(0, NO_WAIT, NO_SIGNAL).copy(128, 128);
    Core two = new Core().copy(0, 0).load(0, NO_WAIT, NO_SIGNAL).copy(128, 128);
    assertDoesNotThrow(() -> run(one, two));
  }

  @Test
  void sumsOfTilesOfAnotherWidthAreTheSameToo() {
    assertDoesNotThrow(() -> run(new Core().addPart(88), new Core().addPart(88)));
  }

  @Test
  void valuesOfAnotherOriginDo() {
    assertThrows(RaceException.class, () -> run(new Core().copy(0, 0), new Core().copy(128, 0)));
  }

  /** The other core's second copy may come before the read, or its first copy after the second. */
  @Test
  void readsBetweenTwoWritesDo() {
    Core one = new Core().copy(0, 0).load(0, NO_WAIT, NO_SIGNAL).copy(128, 0);
    Core two = new Core().copy(0, 0).load(0, NO_WAIT, NO_SIGNAL).copy(128, 0);
    assertThrows(RaceException.class, () -> run(one, two));
  }
}
