package trn2sim.kernels.functional;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
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
  private final Holders holders;
  private final TensorMemory tensors;

  CoreMemory(Effects.Memory memory, TensorMemory tensors) {
    this.registers = memory.registers();
    this.tensors = tensors;
    this.buffers = memory.buffers();
    this.holders = new Holders(buffers, named(memory.steps()));
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

  private static Predicate<Buffer> named(List<Script.Step> steps) {
    BitSet named = new BitSet();
    for (Script.Step step : steps) {
      step.instruction().reads().forEach(access -> named.set(access.buffer().id()));
      step.instruction().writes().forEach(access -> named.set(access.buffer().id()));
    }
    return buffer -> named.get(buffer.id());
  }

  private void count(Access access) {
    usesLeft.incrementAndGet(holders.of(access.buffer()));
  }

  /** Whether buffers of other shapes or types lie in the same memory. */
  boolean isShared(Buffer buffer) {
    return holders.isMixed(buffer);
  }

  /** The buffer whose memory it is. */
  Buffer owner(Buffer buffer) {
    return buffers.get(holders.of(buffer));
  }

  /** The storage of an operand; a tile comes into being with its first use. */
  Storage storage(Buffer buffer) {
    int holder = holders.of(buffer);
    Storage storage = tiles.get(holder);
    if (storage != null) {
      return storage;
    }
    Storage fresh = tensors.fresh(buffers.get(holder));
    return tiles.compareAndSet(holder, null, fresh) ? fresh : tiles.get(holder);
  }

  /** An object that stands for the memory a buffer occupies, the same for all who share it. */
  Object identity(Buffer buffer) {
    int holder = holders.of(buffer);
    return buffer.onChip() ? identities[holder] : tiles.get(holder);
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
    int holder = holders.of(buffer);
    if (usesLeft.decrementAndGet(holder) == 0 && buffer.onChip()) {
      tiles.set(holder, null);
    }
  }
}
