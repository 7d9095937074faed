package trn2sim.hw;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

/** Numbers buffers for a test, and puts instructions into a script with them. */
public final class Tensors {
  private final List<Buffer> buffers = new ArrayList<>();
  private final List<Script.Step> steps = new ArrayList<>();

  public Buffer sbuf(String name, DType type, int rows, int cols) {
    return add(name, MemorySpace.SBUF, Role.SCRATCH, type, rows, cols);
  }

  public Buffer psum(String name, DType type, int rows, int cols) {
    return add(name, MemorySpace.PSUM, Role.SCRATCH, type, rows, cols);
  }

  public Buffer hbm(String name, DType type, int rows, int cols) {
    return add(name, MemorySpace.HBM, Role.OUTPUT, type, rows, cols);
  }

  public Buffer add(String name, MemorySpace space, Role role, DType type, int rows, int cols) {
    Buffer buffer = new Buffer(buffers.size(), name, name, space, role, type, rows, cols);
    buffers.add(buffer);
    return buffer;
  }

  public Tensors then(Instruction instruction) {
    return then(instruction, Freedom.AS_WRITTEN);
  }

  public Tensors then(Instruction instruction, Freedom freedom) {
    steps.add(new Script.Step(instruction, List.of(), List.of(), -1, freedom, steps.size()));
    return this;
  }

  public List<Buffer> buffers() {
    return buffers;
  }

  public Script script() {
    return script(Map.of(), 8);
  }

  public Script script(Map<String, Integer> limits, int psumBanks) {
    return new Script(steps, buffers, limits, psumBanks, List.of());
  }
}
