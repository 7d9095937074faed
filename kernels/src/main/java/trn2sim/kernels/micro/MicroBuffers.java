package trn2sim.kernels.micro;

import java.util.List;
import java.util.Optional;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.NkiLimits;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;

/** Messages of so many bytes, in words of four: one row in HBM, all partitions in SBUF. */
final class MicroBuffers {
  static final ParameterSpec MEMORY =
      ParameterSpec.word("memory", "where the data is at both ends", "hbm", "sbuf");

  private static final long MOST = 1L << 30;
  private static final int WORD = 4;
  private static final int PARTITIONS = NkiLimits.PARTITIONS;

  private final CoreScript script;
  private final boolean hbm;

  MicroBuffers(CoreScript script, Request request) {
    this.script = script;
    this.hbm = request.options().word("memory").equals("hbm");
  }

  static ParameterSpec bytes(String name, String help) {
    return spec(name, true, Optional.empty(), 1, help);
  }

  static ParameterSpec bytesOrNone(String name, String help) {
    return spec(name, false, Optional.of("0"), 0, help);
  }

  private static ParameterSpec spec(
      String name, boolean required, Optional<String> fallback, long min, String help) {
    return new ParameterSpec(
        name, ParameterSpec.Kind.INTEGER, required, fallback, min, MOST, List.of(), help);
  }

  /** Refuses a first message from which to the second there is no slope. */
  static void requireSmaller(int small, int large) {
    KernelException.requireMultiple("shape.small_bytes", small, WORD);
    if (small > 0 && small >= large) {
      throw new KernelException("shape.small_bytes", small, "fewer than shape.bytes, or 0");
    }
  }

  CoreScript script() {
    return script;
  }

  /** A message that is there from the start. */
  Buffer filled(String name, int bytes) {
    int rows = rows(bytes);
    int cols = bytes / rows / WORD;
    return hbm
        ? script.input(name, rows, cols, DType.FP32)
        : script.preset(name, MemorySpace.SBUF, rows, cols, DType.FP32);
  }

  /** Room for a message. */
  Buffer fresh(String name, int bytes) {
    return gathered(name, bytes, 1);
  }

  /** Room for the messages of all ranks: stacked in HBM, side by side in SBUF. */
  Buffer gathered(String name, int bytes, int ranks) {
    int rows = rows(bytes);
    int cols = bytes / rows / WORD;
    return hbm
        ? script.scratch(name, rows * ranks, cols, DType.FP32)
        : script.sbuf(name, rows, cols * ranks, DType.FP32);
  }

  /** Rows of one message. */
  int rows(int bytes) {
    if (bytes % WORD != 0) {
      throw new KernelException("shape.bytes", bytes, "a multiple of 4");
    }
    return !hbm && bytes % (WORD * PARTITIONS) == 0 ? PARTITIONS : 1;
  }
}
