package trn2sim.hw.memory;

import trn2sim.hw.spec.NkiLimits;

/**
 * A named rectangle of elements. On chip, a row is a partition; in HBM, rows follow one another at
 * the pitch of {@code cols} elements.
 *
 * @param id its number within the program
 * @param group tiles of one role share a group, whose live copies can be bounded
 * @param home the memory it lies in, its own unless it shares another buffer's
 */
public record Buffer(
    int id,
    String name,
    String group,
    MemorySpace space,
    Role role,
    DType dtype,
    int rows,
    int cols,
    Home home) {
  private static final int QUARTER = NkiLimits.PARTITIONS / 4;

  /** The group of buffers that stand for registers: each is a tile of one number. */
  public static final String REGISTERS = "registers";

  /**
   * A place in the memory of a buffer.
   *
   * @param owner the number of the buffer
   * @param bytes from the start of the row on
   */
  public record Home(int owner, int row, long bytes) {}

  /** What a buffer is to the program. */
  public enum Role {
    /** Filled before the program starts, and only read. */
    INPUT,
    /** Written by the program, read afterwards. */
    OUTPUT,
    /** Comes and goes with the program. */
    SCRATCH
  }

  /** A buffer with a memory of its own. */
  public Buffer(
      int id,
      String name,
      String group,
      MemorySpace space,
      Role role,
      DType dtype,
      int rows,
      int cols) {
    this(id, name, group, space, role, dtype, rows, cols, new Home(id, 0, 0));
  }

  public Buffer {
    if (rows < 1 || cols < 1) {
      throw new BufferException(name + ": needs rows and columns, has " + rows + "x" + cols);
    }
    if (space != MemorySpace.HBM && rows > NkiLimits.PARTITIONS) {
      throw new BufferException(
          name + ": " + rows + " partitions, but " + space + " has " + NkiLimits.PARTITIONS);
    }
  }

  /** Its name without the core that a part of HBM belongs to, {@code x} of {@code x@1}. */
  public String tensor() {
    int core = onChip() ? -1 : name.indexOf('@');
    return core < 0 ? name : name.substring(0, core);
  }

  boolean isRegister() {
    return group.equals(REGISTERS);
  }

  /** Whether it lies in the memory of another buffer. */
  public boolean isShared() {
    return home.owner != id;
  }

  /** Bytes in one partition, or in one HBM row. */
  public long rowBytes() {
    return (long) cols * dtype.bytes();
  }

  public long bytes() {
    return rows * rowBytes();
  }

  /**
   * What it takes of SBUF, in bytes of every partition. Operands begin at partition 0, 32, 64 or
   * 96, so a tile of up to 32 partitions leaves three quarters of its columns to others, and one of
   * up to 64 half: two fp32 tiles of 32 x 32768 are more than a partition holds, and a kernel of
   * AWS's has them at once (aws-neuron/nki-library@1edc7bb core/loss/cross_entropy.py).
   */
  public long sbufBytes() {
    int quarters = rows <= QUARTER ? 1 : rows <= 2 * QUARTER ? 2 : 4;
    return (rowBytes() * quarters + 3) / 4;
  }

  /** Elements in all. */
  public long size() {
    return (long) rows * cols;
  }

  public boolean onChip() {
    return space != MemorySpace.HBM;
  }

  /** The whole buffer. */
  public Access all() {
    return slice(0, rows, 0, cols);
  }

  /** A rectangle of the buffer. */
  public Access slice(int row, int rowCount, int col, int colCount) {
    return Access.of(this, row, rowCount, col, Pattern.contiguous(colCount));
  }
}
