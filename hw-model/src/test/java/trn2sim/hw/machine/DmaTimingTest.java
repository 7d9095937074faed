package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.Preparation;
import trn2sim.core.program.Process;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.Tensors;
import trn2sim.hw.dma.Transfer.Queue;
import trn2sim.hw.isa.Activation;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;

/** Whole transfers on a machine, to the picosecond. */
class DmaTimingTest {
  /** What ends a DMA on an engine: a descriptor of four bytes. */
  private static final long SEMAPHORE_PS = 5_900;

  /** Eight descriptors of 4 KiB on each of 16 engines. */
  private static final long PAYLOAD_PS = 8 * 155_289 + SEMAPHORE_PS;

  /** The same as a queue of descriptors made at run time reads them. */
  private static final long DGE_READ_PS = 8 * 155_289 + SEMAPHORE_PS;

  /** How much longer such a load takes whose queue was idle: 0.543 of it. */
  private static final long STAGGER_PS = 677_779;

  /** The last of sixteen engines of a static ring begins that much later than the first. */
  private static final long RING_STAGGER_PS = 756_000;

  private final NeuronSpec device = DeviceParameters.load("trn2").neuron();
  private final Machine machine = new Machine(device, new Simulation(), (process, task) -> {});
  private final Tensors tensors = new Tensors();
  private final Buffer x = tensors.hbm("x", DType.FP32, 128, 1024);

  private void load(Engine engine, Dge dge) {
    Buffer tile = tensors.sbuf("tile", DType.FP32, 128, 1024);
    tensors.then(new DmaCopy(engine, dge, tile.all(), x.all(), false));
  }

  private Process loaded() {
    return loaded(0, tensors);
  }

  private Process loaded(int core, Tensors program) {
    Assembly assembly = new Assembler(device, 1).assemble(program.script());
    return machine.load(core, assembly, List.of());
  }

  private void runAll() {
    machine.run();
    Invariants.check(machine.processes(), TimelineReader.of(machine.processes()));
  }

  @Test
  void softwareDescriptors() {
    load(Engine.GPSIMD, Dge.SWDGE);
    load(Engine.GPSIMD, Dge.SWDGE);
    Process process = loaded();
    runAll();
    long end = 755_000 + 293_100 + DGE_READ_PS + STAGGER_PS;
    assertEquals(653_080, process.freePs(0));
    assertEquals(end + 314_500, process.donePs(0));
    assertEquals(653_080, process.startPs(1));
    // The second's data waits behind the first's last, and its engines are all ready by then.
    assertEquals(end + DGE_READ_PS + 314_500, process.donePs(1));
    assertEquals(
        List.of(
            new NeuronCore.Payload(0, 755_000, end),
            new NeuronCore.Payload(1, end, end + DGE_READ_PS)),
        machine.core(process).payloads().get(Queue.GPSIMD_LOAD));
  }

  /** Loads shorter than their issue are bound by it: none waits for the one before it. */
  @Test
  void smallLoadsFollowEachOtherAtTheIssuePace() {
    Buffer rows = tensors.hbm("rows", DType.FP32, 128, 64);
    for (int i = 0; i < 4; i++) {
      Buffer tile = tensors.sbuf("t" + i, DType.FP32, 128, 64);
      tensors.then(new DmaCopy(Engine.GPSIMD, Dge.SWDGE, tile.all(), rows.all(), false));
    }
    Process process = loaded();
    runAll();
    for (int i = 0; i < 4; i++) {
      long issue = i * 653_080L;
      assertEquals(issue, process.startPs(i));
      assertNear(issue + 755_000 + 293_100 + 206_080 + 314_500, process.donePs(i));
    }
  }

  @Test
  void hardwareDescriptors() {
    load(Engine.SYNC, Dge.HWDGE);
    Process process = loaded();
    runAll();
    assertEquals(541_000, process.freePs(0));
    assertEquals(1_330_000 + 293_100 + DGE_READ_PS + STAGGER_PS + 314_500, process.donePs(0));
  }

  /** The second's fetch, first data and stagger hide behind the transfer in front. */
  @Test
  void staticDescriptors() {
    load(Engine.SYNC, Dge.STATIC);
    load(Engine.SYNC, Dge.STATIC);
    Process process = loaded();
    runAll();
    long first = 85_000 + 754_000 + 189_000 + RING_STAGGER_PS + PAYLOAD_PS;
    assertNear(first + 314_500, process.donePs(0));
    assertNear(first + PAYLOAD_PS + 314_500, process.donePs(1));
  }

  /** Sixteen fetches overlap; a longer row of small DMAs is bound by what issues them. */
  @Test
  void smallTransfersOfARingFollowAtTheIssuePace() {
    Process process = smallStatic(40, machine);
    for (int i = 0; i < 40; i++) {
      assertEquals(
          i * 65_000L + 85_000 + 754_000 + 189_000 + 5_898 + SEMAPHORE_PS, data(process, i));
    }
  }

  /** With three fetches at once, three DMAs take one fetch. */
  @Test
  void fetchesUnderWayAreLimited() {
    NeuronSpec few =
        DeviceParameters.load("trn2").withOverrides(Map.of("dma.static.fetches", "3")).neuron();
    Process process = smallStatic(9, new Machine(few, new Simulation(), (running, task) -> {}));
    for (int i = 3; i < 9; i++) {
      assertEquals(754_000, data(process, i) - data(process, i - 3));
    }
  }

  private static long data(Process process, int task) {
    return process.donePs(task) - 314_500;
  }

  private Process smallStatic(int count, Machine on) {
    Buffer word = tensors.hbm("word", DType.FP32, 1, 1);
    for (int i = 0; i < count; i++) {
      Buffer tile = tensors.sbuf("t" + i, DType.FP32, 1, 1);
      tensors.then(new DmaCopy(Engine.SYNC, Dge.STATIC, tile.all(), word.all(), false));
    }
    Process process = on.load(0, new Assembler(device, 1).assemble(tensors.script()), List.of());
    on.run();
    return process;
  }

  /**
   * Loads and stores are different queues on the same engines: each gets half, which is less than
   * the load alone would take.
   */
  @Test
  void oppositeTransfersShareTheEngines() {
    Buffer source = tensors.sbuf("source", DType.FP32, 128, 1024);
    Buffer y = tensors.hbm("y", DType.FP32, 128, 1024);
    load(Engine.SYNC, Dge.HWDGE);
    tensors.then(new DmaCopy(Engine.SYNC, Dge.HWDGE, y.all(), source.all(), false));
    Process process = loaded();
    runAll();
    long loadData = 1_330_000 + 293_100;
    long storeData = 541_000 + 1_330_000 + 162_300;
    double alone = (double) (storeData - loadData) / (DGE_READ_PS + STAGGER_PS);
    long shared = Math.round((1 - alone) * PAYLOAD_PS);
    long loadEnd = storeData + 2 * shared;
    assertNear(loadEnd + 314_500, process.donePs(0));
    assertNear(loadEnd + (PAYLOAD_PS - shared) + 355_000, process.donePs(1));
  }

  /**
   * Two cores of one stack: 662.3 GB/s for both, less than 16 engines each could move, and 534.9 of
   * rows in pieces.
   */
  @ParameterizedTest
  @CsvSource({"8192, 8192, 0.925", "4092, 8192, 0.747"})
  void coresOfAStackShareItsBandwidth(int columns, int pitch, double efficiency) {
    Process[] processes = new Process[2];
    for (int core = 0; core < 2; core++) {
      Tensors program = new Tensors();
      Buffer rows = program.hbm("rows", DType.FP32, 128, pitch);
      Buffer tile = program.sbuf("tile", DType.FP32, 128, columns);
      Access part = rows.slice(0, 128, 0, columns);
      program.then(new DmaCopy(Engine.SYNC, Dge.HWDGE, tile.all(), part, false));
      processes[core] = loaded(core, program);
    }
    runAll();
    double seconds = 2.0 * 128 * 4 * columns / (716e9 * efficiency);
    long payload = (long) Math.ceil(seconds * 1e12);
    assertNear(1_330_000 + 293_100 + payload + 314_500, processes[0].donePs(0));
    assertEquals(processes[0].donePs(0), processes[1].donePs(0));
    assertEquals(1, machine.hbm().size());
  }

  @Test
  void aConsumerSeesTheDataAfterTheSemaphore() {
    load(Engine.GPSIMD, Dge.SWDGE);
    Buffer tile = tensors.buffers().get(1);
    Buffer out = tensors.sbuf("out", DType.FP32, 128, 1024);
    tensors.then(
        new Activation(out.all(), tile.all(), Activation.Function.IDENTITY, 1, Optional.empty()));
    Process process = loaded();
    runAll();
    assertEquals(process.donePs(0) + 20_000, process.startPs(1));
    assertEquals(WaitReason.DMA, process.reason(1));
  }

  /** A table is loaded for a function that the one in place does not hold. */
  @Test
  void tablesAreLoadedWhenTheFunctionIsInNoneOfThem() {
    Activation.Function[] functions = {
      Activation.Function.SQUARE,
      Activation.Function.EXP,
      Activation.Function.IDENTITY,
      Activation.Function.EXP,
      Activation.Function.SQRT,
      Activation.Function.SQUARE,
      Activation.Function.SQRT,
      Activation.Function.EXP
    };
    assertLoads(functions, List.of(1, 4, 7));
  }

  /** One table holds exp and log, another exp and tanh, none all three. */
  @Test
  void theTableIsTheOneThatServesLongest() {
    Activation.Function[] functions = {
      Activation.Function.EXP,
      Activation.Function.LOG,
      Activation.Function.EXP,
      Activation.Function.TANH,
      Activation.Function.EXP,
      Activation.Function.LOG
    };
    assertLoads(functions, List.of(0, 3, 5));
  }

  private void assertLoads(Activation.Function[] functions, List<Integer> loading) {
    Buffer a = tensors.sbuf("a", DType.FP32, 128, 1200);
    for (Activation.Function function : functions) {
      Buffer out = tensors.sbuf("out", DType.FP32, 128, 1200);
      tensors.then(new Activation(out.all(), a.all(), function, 1, Optional.empty()));
    }
    Process process = loaded();
    runAll();
    for (int i = 0; i < functions.length; i++) {
      long free = i == 0 ? 0 : process.freePs(i - 1);
      boolean loads = loading.contains(i);
      assertEquals(loads ? 1_283_300 : 0, process.startPs(i) - free, "instruction " + i);
      assertEquals(loads, process.reason(i) == WaitReason.PIPELINE, "instruction " + i);
    }
  }

  /** A chain on one engine: most of the gap is the load, and little of it the result before. */
  @Test
  void aTableThatTakesMostOfAGapIsItsReason() {
    Buffer a = tensors.sbuf("a", DType.FP32, 128, 64);
    Buffer b = tensors.sbuf("b", DType.FP32, 128, 64);
    Buffer c = tensors.sbuf("c", DType.FP32, 128, 64);
    tensors.then(new Activation(b.all(), a.all(), Activation.Function.SQUARE, 1, Optional.empty()));
    tensors.then(new Activation(c.all(), b.all(), Activation.Function.EXP, 1, Optional.empty()));
    Process process = loaded();
    runAll();
    Track scalar = TimelineReader.of(List.of(process)).tracks().get(0);
    assertEquals(WaitReason.ENGINE, process.reason(1));
    assertEquals(WaitReason.PIPELINE, scalar.reason(1));
    assertEquals(-1, scalar.blamed(1));
    assertEquals(
        Optional.of(new Preparation(1_283_300, "loads the table of exp")),
        process.processor().preparation(1));
  }

  /** The load is a small part of a long wait. */
  @Test
  void aTableAfterALongWaitIsNotItsReason() {
    Buffer a = tensors.sbuf("a", DType.FP32, 128, 8000);
    Buffer c = tensors.sbuf("c", DType.FP32, 128, 8000);
    tensors.then(
        new Elementwise(Engine.VECTOR, Op.MEMSET, a.all(), Optional.empty(), Optional.empty(), 0));
    tensors.then(new Activation(c.all(), a.all(), Activation.Function.EXP, 1, Optional.empty()));
    Process process = loaded();
    runAll();
    Track scalar = TimelineReader.of(List.of(process)).tracks().get(1);
    assertEquals(WaitReason.ENGINE, scalar.reason(0));
    assertEquals(0, scalar.blamed(0));
  }

  /** GpSimd computes and writes descriptors one at a time. */
  @Test
  void gpsimdDoesOneThingAtATime() {
    Buffer a = tensors.sbuf("a", DType.FP32, 128, 1200);
    load(Engine.GPSIMD, Dge.SWDGE);
    tensors.then(
        new Elementwise(Engine.GPSIMD, Op.MEMSET, a.all(), Optional.empty(), Optional.empty(), 0));
    Process process = loaded();
    runAll();
    assertTrue(process.startPs(0) >= process.freePs(1) || process.startPs(1) >= process.freePs(0));
  }

  /** Flows round each time to a whole picosecond. */
  private static void assertNear(long expectedPs, long actualPs) {
    assertEquals((double) expectedPs, (double) actualPs, 1.0);
  }
}
