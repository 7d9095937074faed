package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.program.Process;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;

/** What an engine computes, loads and stores is one stream once its order is known. */
class EngineStreamTest {
  private final NeuronSpec device = DeviceParameters.load("trn2").neuron();
  private final Script written = storeBetweenLoads();

  private static Script storeBetweenLoads() {
    Tensors tensors = new Tensors();
    Buffer x = tensors.hbm("x", DType.FP32, 128, 1024);
    Buffer y = tensors.hbm("y", DType.FP32, 128, 1024);
    Buffer first = tensors.sbuf("first", DType.FP32, 128, 1024);
    Buffer second = tensors.sbuf("second", DType.FP32, 128, 1024);
    tensors.then(new DmaCopy(Engine.GPSIMD, Dge.SWDGE, first.all(), x.all(), false));
    tensors.then(new DmaCopy(Engine.GPSIMD, Dge.SWDGE, y.all(), first.all(), false));
    tensors.then(new DmaCopy(Engine.GPSIMD, Dge.SWDGE, second.all(), x.all(), false));
    return tensors.script();
  }

  private Process run(Script script) {
    Machine machine = new Machine(device, new Simulation(), (process, task) -> {});
    Process process = machine.load(0, new Assembler(device, 1).assemble(script), List.of());
    machine.run();
    return process;
  }

  @Test
  void aStoreThatWaitsHoldsUpTheLoadBehindIt() {
    Process process = run(written.inOrder(written.steps()));
    assertEquals(process.donePs(0) + device.semaphore().dmaPs(), process.startPs(1));
    assertEquals(process.freePs(1), process.startPs(2));
  }

  @Test
  void asWrittenLoadsGoAheadOfStores() {
    Process process = run(written);
    assertEquals(process.freePs(0), process.startPs(2));
  }
}
