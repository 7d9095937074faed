package trn2sim.kernels.functional;

import java.util.Arrays;
import java.util.List;
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
  private final List<Buffer> buffers;
  private final boolean[] shared;
  private final TensorMemory tensors;

  CoreMemory(Effects.Memory memory, TensorMemory tensors) {
    this.registers = memory.registers();
    this.tensors = tensors;
    this.buffers = memory.buffers();
    this.shared = new boolean[buffers.size()];
    buffers.stream().filter(Buffer::isShared).forEach(b -> shared[b.home().owner()] = true);
    this.tiles = new AtomicReferenceArray<>(buffers.size());
    this.usesLeft = new AtomicIntegerArray(buffers.size());
    this.identities = new Object[buffers.size()];
    Arrays.setAll(identities, i -> new Object());
    for (Script.Step step : memory.steps()) {
      step.instruction().reads().forEach(this::count);
      step.instruction().writes().forEach(this::count);
    }
    for (Buffer buffer : buffers) {
      if (buffer.space() == MemorySpace.HBM && !buffer.isShared()) {
        tiles.set(buffer.id(), tensors.of(memory.rank(), buffer));
      }
    }
  }

  private void count(Access access) {
    usesLeft.incrementAndGet(access.buffer().home().owner());
  }

  /** Whether buffers of other shapes or types lie in the same memory. */
  boolean isShared(Buffer buffer) {
    return shared[buffer.home().owner()];
  }

  /** The buffer whose memory it is. */
  Buffer owner(Buffer buffer) {
    return buffers.get(buffer.home().owner());
  }

  /** The storage of an operand; a tile comes into being with its first use. */
  Storage storage(Buffer buffer) {
    Storage storage = tiles.get(buffer.id());
    if (storage != null) {
      return storage;
    }
    Storage fresh = tensors.fresh(buffer);
    return tiles.compareAndSet(buffer.id(), null, fresh) ? fresh : tiles.get(buffer.id());
  }

  /** An object that stands for the memory a buffer occupies, the same for all who share it. */
  Object identity(Buffer buffer) {
    int owner = buffer.home().owner();
    return buffer.onChip() ? identities[owner] : tiles.get(owner);
  }

  /** First row of an operand, its register looked up. */
  int row(Access access) {
    return access.row()
        + access
            .offset()
            .map(offset -> registers.get(offset.register().id()) * offset.rowsPerUnit())
            .orElse(0);
  }

  /** What an operand really touches of its memory, as far as registers decide. */
  Region footprint(Access access) {
    return access.footprint(access.region(row(access)));
  }

  /** Forgets the tiles whose last use this was. */
  void used(TaskEffect.Operation instruction) {
    instruction.reads().forEach(this::discount);
    instruction.writes().forEach(this::discount);
  }

  private void discount(Access access) {
    Buffer buffer = access.buffer();
    int owner = buffer.home().owner();
    if (usesLeft.decrementAndGet(owner) == 0 && buffer.onChip()) {
      tiles.set(owner, null);
    }
  }
}
