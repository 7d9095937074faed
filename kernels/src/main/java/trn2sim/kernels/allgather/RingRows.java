package trn2sim.kernels.allgather;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Register;
import trn2sim.kernels.api.CoreScript;

/**
 * Which rows of a rank a core sends round the rings of its channels.
 *
 * @param localM rows of one channel of one core
 */
record RingRows(Shape shape, int channels, int core, int localM) {
  /** On the way through SBUF a core has the channels one after another. */
  int first(int channel) {
    return (core * channels + channel) * localM;
  }

  /** Ring buffers in HBM are seen as [CH, LNC, localM, K]. */
  int firstInHbm(int channel) {
    return (channel * shape.lnc() + core) * localM;
  }

  /** Two buffers in HBM that take turns. */
  Buffer[] buffers(CoreScript script) {
    return new Buffer[] {
      script.scratch("ring0", shape.m(), shape.k(), shape.dtype()),
      script.scratch("ring1", shape.m(), shape.k(), shape.dtype())
    };
  }

  /** Copies the own rows to where the rings begin. */
  void load(CoreScript script, Buffer ring, Buffer own) {
    for (int channel = 0; channel < channels; channel++) {
      script.dmaCopy(part(ring, channel), part(own, channel));
    }
  }

  void permute(CoreScript script, Buffer to, Buffer from) {
    script.permute(parts(to), parts(from));
  }

  private List<Access> parts(Buffer buffer) {
    return IntStream.range(0, channels).mapToObj(channel -> part(buffer, channel)).toList();
  }

  private Access part(Buffer buffer, int channel) {
    return buffer.slice(firstInHbm(channel), localM, 0, shape.k());
  }

  /** The rank whose rows the step processes, known only at run time. */
  Register owner(int step, int channel) {
    String name = String.format(Locale.ROOT, "rank_id[%d,%d]", step, channel);
    return new Register(step * channels + channel, name, shape.tp());
  }
}
