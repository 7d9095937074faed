package trn2sim.hw.dma;

import java.util.Arrays;
import java.util.List;

/**
 * What one DMA instruction asks of the DMA hardware.
 *
 * @param queue the queue that carries it
 * @param enginePs service time on each of the core's DMA engines, zero where unused
 * @param issuePs how long the issuing engine is occupied
 * @param dispatchPs from the start of the instruction to the first packet
 * @param fetchPs how long a fetch of its descriptors takes, zero if they are pushed
 * @param latencyPs from the first packet to the first data, during which others may move theirs
 * @param pacePs shortest time in which its queue can make and carry out the descriptors
 * @param staggerPs how much later the last engine has its descriptors than the first
 * @param notifyPs from the last byte to the semaphore
 * @param hbmBytes bytes read from plus bytes written to HBM
 * @param hbmLoad bytes of contiguous tiles that would keep HBM busy as long
 */
public record Transfer(
    Queue queue,
    long bytes,
    int descriptors,
    long[] enginePs,
    long issuePs,
    long dispatchPs,
    long fetchPs,
    long latencyPs,
    long pacePs,
    long staggerPs,
    long notifyPs,
    long hbmBytes,
    long hbmLoad) {

  /** The queues of a core; a queue is in order on each engine, different queues share them. */
  public enum Queue {
    GPSIMD_LOAD("Dma.Gpsimd.Load"),
    GPSIMD_STORE("Dma.Gpsimd.Store"),
    SYNC_LOAD("Dma.Sync.Load"),
    SYNC_STORE("Dma.Sync.Store"),
    SCALAR_LOAD("Dma.Scalar.Load"),
    SCALAR_STORE("Dma.Scalar.Store");

    private final String label;

    Queue(String label) {
      this.label = label;
    }

    /** The name of its row on a timeline. */
    public String label() {
      return label;
    }
  }

  /** Whether both ask the same of engines and memories, byte for byte. */
  boolean loadsAs(Transfer other) {
    return this == other
        || (bytes == other.bytes
            && hbmBytes == other.hbmBytes
            && hbmLoad == other.hbmLoad
            && Arrays.equals(enginePs, other.enginePs));
  }

  /** Equal service times make equal transfers, whichever array holds them. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Transfer that && figures().equals(that.figures());
  }

  @Override
  public int hashCode() {
    return figures().hashCode();
  }

  private List<Object> figures() {
    return List.of(
        queue,
        bytes,
        descriptors,
        Arrays.stream(enginePs).boxed().toList(),
        issuePs,
        dispatchPs,
        fetchPs,
        latencyPs,
        pacePs,
        staggerPs,
        notifyPs,
        hbmBytes,
        hbmLoad);
  }
}
