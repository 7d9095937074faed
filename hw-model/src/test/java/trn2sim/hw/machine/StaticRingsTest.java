package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.core.program.Process;
import trn2sim.core.sim.Simulation;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;

/** Compiled code waits before a static DMA until its ring has room, to the picosecond. */
class StaticRingsTest {
  private static final long ISSUE_PS = 65_000;

  /** From a DMA of one word to the next one that its completion lets go. */
  private static final long TURN_PS = 85_000 + 754_000 + 189_000 + 5_898 + 5_900 + 314_500 + 20_000;

  private final NeuronSpec device = DeviceParameters.load("trn2").neuron();
  private final Tensors tensors = new Tensors();
  private final Buffer word = tensors.hbm("word", DType.FP32, 1, 1);

  private Buffer tile() {
    return tensors.sbuf("tile", DType.FP32, 1, 1);
  }

  private void load(Dge dge) {
    tensors.then(new DmaCopy(Engine.SYNC, dge, tile().all(), word.all(), false));
  }

  private void loads(int count, Dge dge) {
    IntStream.range(0, count).forEach(i -> load(dge));
  }

  private Process run(Script script) {
    Machine machine = new Machine(device, new Simulation(), (process, task) -> {});
    Process process = machine.load(0, new Assembler(device, 1).assemble(script), List.of());
    machine.run();
    return process;
  }

  private Process runCompiled() {
    Script script = tensors.script();
    return run(script.inOrder(script.steps()));
  }

  @Test
  void theSeventeenthWaitsForTheFirst() {
    loads(34, Dge.STATIC);
    Process process = runCompiled();
    for (int i = 0; i < 34; i++) {
      assertEquals(i / 16 * TURN_PS + i % 16 * ISSUE_PS, process.startPs(i));
    }
    assertEquals(WaitReason.DMA, process.reason(16));
  }

  @Test
  void nothingIsKnownOfWaitsInCodeAsWritten() {
    loads(17, Dge.STATIC);
    assertEquals(16 * ISSUE_PS, run(tensors.script()).startPs(16));
  }

  @Test
  void descriptorsMadeAtRunTimeAreOfNoRing() {
    loads(8, Dge.STATIC);
    loads(20, Dge.HWDGE);
    loads(8, Dge.STATIC);
    Process process = runCompiled();
    for (int i = 8; i < 28; i++) {
      assertEquals(8 * ISSUE_PS + (i - 8) * 541_000L, process.startPs(i));
    }
    for (int i = 28; i < 36; i++) {
      assertEquals(process.freePs(i - 1), process.startPs(i));
    }
  }

  @Test
  void storesHaveARingOfTheirOwn() {
    loads(16, Dge.STATIC);
    for (int i = 0; i < 16; i++) {
      Buffer to = tensors.hbm("to", DType.FP32, 1, 1);
      tensors.then(new DmaCopy(Engine.SYNC, Dge.STATIC, to.all(), tile().all(), false));
    }
    assertEquals(31 * ISSUE_PS, runCompiled().startPs(31));
  }
}
