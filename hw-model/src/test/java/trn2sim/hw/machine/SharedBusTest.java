package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import trn2sim.core.check.Invariants;
import trn2sim.core.program.Preparation;
import trn2sim.core.program.Process;
import trn2sim.core.program.TimelineReader;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;

/** GpSimd beside Vector in a fast mode. */
class SharedBusTest {
  /** A DMA of 128 descriptors. */
  private static final long ISSUE_PS = 653_080;

  /** 960 elements of fp32 at two a cycle, and what of the start-up the next one does not hide. */
  private static final long COPY_PS = 569_000;

  private final Tensors tensors = new Tensors();

  private Process run(DeviceParameters device) {
    var machine = new Machine(device.neuron(), new Simulation(), (process, task) -> {});
    Assembly assembly = new Assembler(device.neuron(), 1).assemble(tensors.script());
    Process process = machine.load(0, assembly, List.of());
    machine.run();
    Invariants.check(machine.processes(), TimelineReader.of(machine.processes()));
    return process;
  }

  private Process run() {
    return run(DeviceParameters.load("trn2"));
  }

  private void copy() {
    copy(tensors.sbuf("from", DType.FP32, 128, 960));
  }

  private void copy(Buffer from) {
    Buffer to = tensors.sbuf("to", DType.FP32, 128, from.cols());
    tensors.then(
        new Elementwise(
            Engine.VECTOR, Op.TENSOR_COPY, to.all(), Optional.of(from.all()), Optional.empty(), 0));
  }

  private void load(Engine engine, Dge dge) {
    Buffer x = tensors.hbm("x", DType.FP32, 128, 16);
    Buffer tile = tensors.sbuf("tile", DType.FP32, 128, 16);
    tensors.then(new DmaCopy(engine, dge, tile.all(), x.all(), false));
  }

  @Test
  void gpsimdStandsStillMeanwhile() {
    copy();
    copy();
    load(Engine.GPSIMD, Dge.SWDGE);
    load(Engine.GPSIMD, Dge.SWDGE);
    Process process = run();
    assertEquals(COPY_PS, process.startPs(1));
    assertEquals(2 * COPY_PS, process.startPs(2));
    assertEquals(WaitReason.PIPELINE, process.reason(2));
    assertEquals(2 * COPY_PS + ISSUE_PS, process.startPs(3));
    assertEquals(WaitReason.NONE, process.reason(3));
    assertEquals(
        Optional.of(new Preparation(2 * COPY_PS, "stands still for Vector's fast modes")),
        process.processor().preparation(2));
    assertEquals(Optional.empty(), process.processor().preparation(3));
  }

  /** A share of the mode: until it ends GpSimd is slower, and then as fast as ever. */
  @ParameterizedTest
  @CsvSource({"1, 569000", "0.5, 284500", "0, 0"})
  void howLongIsAValueOfTheDevice(String stall, long delay) {
    copy();
    load(Engine.GPSIMD, Dge.SWDGE);
    var device = DeviceParameters.load("trn2");
    Process process = run(device.withOverrides(Map.of("gpsimd_engine.fast_mode_stall", stall)));
    assertEquals(delay, process.startPs(1));
  }

  /**
   * Where the mode begins after an issue did, that one is not moved, and the next makes up for it;
   * whenever it begins, GpSimd loses as long as it lasts.
   */
  @ParameterizedTest
  @ValueSource(ints = {8, 64, 128, 192, 256, 384, 512, 640, 768, 960})
  void nothingIsLostOrCountedTwice(int columns) {
    Buffer x = tensors.hbm("x", DType.FP32, 128, columns);
    Buffer first = tensors.sbuf("first", DType.FP32, 128, columns);
    tensors.then(new DmaCopy(Engine.SYNC, Dge.HWDGE, first.all(), x.all(), false));
    for (int load = 1; load <= 9; load++) {
      load(Engine.GPSIMD, Dge.SWDGE);
    }
    copy(first);
    Process process = run();
    long lost = process.startPs(9) - 8 * ISSUE_PS;
    assertEquals(process.freePs(10) - process.startPs(10), lost);
  }

  @Test
  void ringsAndOtherEnginesNeedNoSuchWay() {
    copy();
    load(Engine.GPSIMD, Dge.STATIC);
    load(Engine.SYNC, Dge.HWDGE);
    Process process = run();
    assertEquals(0, process.startPs(1));
    assertEquals(0, process.startPs(2));
  }
}
