package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;

class TaskDetailsTest {
  private final Tensors tensors = new Tensors();
  private final Buffer one = tensors.sbuf("one", DType.FP32, 128, 4);
  private final Buffer other = tensors.sbuf("other", DType.BF16, 128, 4);

  private static Elementwise memset(Buffer dst) {
    return new Elementwise(
        Engine.VECTOR, Op.MEMSET, dst.all(), Optional.empty(), Optional.empty(), 0);
  }

  private TaskDetails details(Script script) {
    return new TaskDetails(
        new Assembler(DeviceParameters.load("trn2").neuron(), 1).assemble(script));
  }

  @Test
  void anInstructionThatWasMovedSaysWhereItIsInTheSource() {
    Script written = tensors.then(memset(one)).then(memset(other)).script();
    Script compiled = written.with(List.of(written.steps().get(1), written.steps().get(0)));
    assertEquals("\nreads 0 bytes, writes 2048 bytes", details(written).of(0));
    assertEquals(
        "\nreads 0 bytes, writes 2048 bytes\nas written: instruction 1; as compiled: 2",
        details(compiled).of(1));
  }
}
