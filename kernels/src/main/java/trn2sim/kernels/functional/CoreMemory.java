package trn2sim.kernels.functional;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import trn2sim.hw.isa.Script;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.Region;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.math.Storage;

/** What one core can reach: its own on-chip tiles, which live as long as they are used, and HBM. */
final class CoreMemory {
  private final Map<Integer, Integer> registers;
  private final AtomicReferenceArray<Storage> tiles;
  private final AtomicIntegerArray usesLeft;
  private final Object[] identities;

  CoreMemory(Effects.Memory memory, TensorMemory tensors) {
    this.registers = memory.registers();
    int buffers = memory.buffers().size();
    this.tiles = new AtomicReferenceArray<>(buffers);
    this.usesLeft = new AtomicIntegerArray(buffers);
    this.identities = new Object[buffers];
    Arrays.setAll(identities, i -> new Object());
    for (Script.Step step : memory.steps()) {
      step.instruction().reads().forEach(this::count);
      step.instruction().writes().forEach(this::count);
    }
    for (Buffer buffer : memory.buffers()) {
      if (buffer.space() == MemorySpace.HBM) {
        tiles.set(buffer.id(), tensors.of(memory.rank(), buffer));
      }
    }
  }

  private void count(Access access) {
    usesLeft.incrementAndGet(access.buffer().id());
  }

  /** The storage of an operand; a tile comes into being with its first use. */
  Storage storage(Buffer buffer) {
    Storage storage = tiles.get(buffer.id());
    if (storage != null) {
      return storage;
    }
    Storage fresh = TensorFill.poisoned(buffer.dtype(), buffer.rows() * buffer.cols());
    return tiles.compareAndSet(buffer.id(), null, fresh) ? fresh : tiles.get(buffer.id());
  }

  /** An object that stands for the memory a buffer occupies, the same for all who share it. */
  Object identity(Buffer buffer) {
    return buffer.onChip() ? identities[buffer.id()] : tiles.get(buffer.id());
  }

  /** First row of an operand, its register looked up. */
  int row(Access access) {
    return access.row()
        + access
            .offset()
            .map(offset -> registers.get(offset.register().id()) * offset.rowsPerUnit())
            .orElse(0);
  }

  /** The rows and columns an operand really touches. */
  Region region(Access access) {
    return access.region(row(access));
  }

  /** Forgets the tiles whose last use this was. */
  void used(TaskEffect.Operation instruction) {
    instruction.reads().forEach(this::discount);
    instruction.writes().forEach(this::discount);
  }

  private void discount(Access access) {
    Buffer buffer = access.buffer();
    if (usesLeft.decrementAndGet(buffer.id()) == 0 && buffer.onChip()) {
      tiles.set(buffer.id(), null);
    }
  }
}
