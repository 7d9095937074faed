package trn2sim.hw.spec;

/**
 * What waiting costs.
 *
 * @param enginePs from a producer's end to the start of what waits for it
 * @param dmaPs the same for a DMA
 * @param barrierPs an instruction that only waits
 * @param loopPs to enter a loop that the device runs, or to pass it by, and to leave it
 */
public record SemaphoreSpec(long enginePs, long dmaPs, long barrierPs, long loopPs) {
  SemaphoreSpec(Leaves semaphore) {
    this(
        semaphore.ps("engine_latency"),
        semaphore.ps("dma_latency"),
        semaphore.occupancyPs("barrier"),
        semaphore.ps("loop"));
  }
}
