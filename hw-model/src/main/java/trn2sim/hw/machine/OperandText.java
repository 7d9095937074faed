package trn2sim.hw.machine;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import trn2sim.core.program.Program;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Masked;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Pattern;

/**
 * The operands of a simulated instruction, spelt as the profiler does. Addresses are made up from
 * the buffers: the simulator assigns none, and only the memory they lie in means anything.
 */
record OperandText(Assembly assembly) {
  private static final int DIMS = 3;
  private static final long BUFFER_STEP = 0x800;
  private static final long SBUF_BYTES = 0x30000;
  private static final long PSUM_BASE = 0x2000000;
  private static final long PSUM_BYTES = 0x4000;
  private static final long HBM_BASE = 0x100000000L;
  private static final long HBM_STEP = 0x10000000L;

  /** With the semaphores that it waits for and raises. */
  String of(int task) {
    Instruction instruction = assembly.instruction(task);
    StringBuilder text = new StringBuilder();
    Program program = assembly.program();
    program
        .waits(task)
        .forEach(w -> text.append(Text.format("$S[%d]==%d ", w.semaphore(), w.value())));
    String engine = instruction.engine().profiled();
    program
        .signals(task)
        .forEach(s -> text.append(Text.format("S[%d] (%s)++@complete ", s.semaphore(), engine)));
    Instruction whole = instruction instanceof Masked masked ? masked.whole() : instruction;
    if (whole instanceof NcMatmul matmul) {
      matmul(matmul, text);
    } else {
      String operation = whole.profiled().operation();
      if (!operation.isEmpty()) {
        text.append("op=").append(operation).append(' ');
      }
      tensors("src", whole.reads(), text);
      tensors("dst", whole.writes(), text);
      Access sized = whole.reads().isEmpty() ? first(whole.writes()) : first(whole.reads());
      if (sized != null) {
        text.append("channels=").append(sized.rows());
      }
    }
    return text.toString().strip();
  }

  private static Access first(List<Access> accesses) {
    return accesses.isEmpty() ? null : accesses.get(0);
  }

  private static void matmul(NcMatmul matmul, StringBuilder text) {
    int flags = (matmul.start() ? 1 : 0) + (matmul.stop() ? 2 : 0);
    text.append("acc_flags=").append(flags).append(' ');
    tensors("src", List.of(matmul.moving()), text);
    tensors("weights", List.of(matmul.stationary()), text);
    tensors("dst", List.of(matmul.dst()), text);
    int slices = matmul.doubleRow() ? 2 : 1;
    text.append(matmul.moving().rows() * slices)
        .append('*')
        .append(matmul.stationary().elements() / slices);
  }

  private static void tensors(String role, List<Access> accesses, StringBuilder text) {
    for (int i = 0; i < accesses.size(); i++) {
      Access access = accesses.get(i);
      text.append(role).append(i == 0 ? "" : Integer.toString(i)).append('=');
      text.append(dtype(access.dtype())).append("@0x");
      text.append(Long.toHexString(address(access)));
      List<Pattern.Dim> dims = access.pattern().dims();
      text.append(loops(dims, true)).append(loops(dims, false)).append(' ');
    }
  }

  /** The innermost loop first, filled up to three. */
  private static String loops(List<Pattern.Dim> dims, boolean strides) {
    int count = Math.max(DIMS, dims.size());
    return IntStream.range(0, count)
        .mapToObj(
            i -> {
              int at = dims.size() - 1 - i;
              int missing = strides ? 0 : 1;
              int value = at < 0 ? missing : strides ? dims.get(at).stride() : dims.get(at).count();
              return Integer.toString(value);
            })
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static long address(Access access) {
    long offset = (long) access.col() * access.dtype().bytes();
    long buffer = access.buffer().id();
    return switch (access.space()) {
      case SBUF -> (buffer * BUFFER_STEP + offset) % SBUF_BYTES;
      case PSUM -> PSUM_BASE + (buffer * BUFFER_STEP + offset) % PSUM_BYTES;
      case HBM -> HBM_BASE + buffer * HBM_STEP + access.row() * access.buffer().rowBytes() + offset;
    };
  }

  /** The profiler's name of a type. */
  private static String dtype(DType type) {
    return switch (type) {
      case FP32 -> "fp32";
      case TF32 -> "fp32r";
      case BF16 -> "bfloat16";
      case FP16 -> "fp16";
      case FP8_E4M3 -> "fp8e4";
      case FP8_E5M2 -> "fp8e5";
      case FP8_E4M3FN -> "fp8e4fn";
      default -> type.label();
    };
  }
}
