package trn2sim.kernels.functional;

import trn2sim.hw.memory.Buffer;
import trn2sim.kernels.math.Storage;

/** The elements of a buffer as bits in the storage that holds them, whose type may be another. */
final class Cells {
  private final Storage storage;
  private final int width;
  private final int bytes;
  private final int mask;
  private final long first;
  private final long pitch;
  private final int cols;

  Cells(Buffer buffer, CoreMemory memory) {
    Buffer owner = memory.owner(buffer);
    boolean inside = memory.isShared(buffer);
    this.storage = memory.storage(owner);
    this.width = owner.dtype().bytes();
    this.bytes = buffer.dtype().bytes();
    this.mask = bytes == Integer.BYTES ? -1 : (1 << bytes * Byte.SIZE) - 1;
    this.cols = buffer.cols();
    this.pitch = inside ? owner.rowBytes() : buffer.rowBytes();
    this.first = inside ? buffer.home().row() * pitch + buffer.home().bytes() : 0;
  }

  /** The bits of an element, counted through all rows of the buffer. */
  int bits(long place) {
    long at = at(place);
    int within = (int) (at % width);
    if (within + bytes <= width) {
      return storage.bits((int) (at / width)) >>> within * Byte.SIZE & mask;
    }
    int bits = 0;
    for (int i = 0; i < bytes; i++) {
      bits |= octet(at + i) << i * Byte.SIZE;
    }
    return bits;
  }

  void setBits(long place, int bits) {
    long at = at(place);
    if (bytes == width && at % width == 0) {
      storage.setBits((int) (at / width), bits);
      return;
    }
    for (int i = 0; i < bytes; i++) {
      setOctet(at + i, bits >>> i * Byte.SIZE & 0xFF);
    }
  }

  private long at(long place) {
    return first + place / cols * pitch + place % cols * bytes;
  }

  private int octet(long at) {
    return storage.bits((int) (at / width)) >>> (int) (at % width) * Byte.SIZE & 0xFF;
  }

  private void setOctet(long at, int octet) {
    int element = (int) (at / width);
    int shift = (int) (at % width) * Byte.SIZE;
    storage.setBits(element, storage.bits(element) & ~(0xFF << shift) | octet << shift);
  }
}
