package trn2sim.traces.devices;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Parameters of which some larger or smaller value changes no small scenario, and why. */
final class NotBinding {
  private static final String ONLY_NKI = "only NKI kernels have such instructions";

  private static final Map<String, String> NEURON =
      Map.ofEntries(
          Map.entry("hbm.stack_capacity up", "tensors fit many times over"),
          Map.entry("hbm.stack_capacity down", "tensors fit in half of it"),
          Map.entry("hbm.piece_bytes up", "rows are loaded in pieces of no more than 4 KiB"),
          Map.entry("hbm.piece_bytes down", "rows are loaded in pieces of no more than 4 KiB"),
          Map.entry("dma.packet down", "collectives have all that a core may receive already"),
          Map.entry("dma.static.fetches up", "sixteen DMAs take longer to issue than a fetch"),
          Map.entry("dma.static.fetches down", "and so do half as many"),
          Map.entry("sbuf.bandwidth up", "all DMA engines together move 0.44 TB/s"),
          Map.entry("sbuf.bandwidth down", "half of it is still more than the engines move"),
          Map.entry("scalar_engine.min_cycles up", "a floor of one cycle is below any"),
          Map.entry("vector_engine.min_cycles up", "a floor of one cycle is below any"),
          Map.entry("cc.sendrecv up", ONLY_NKI),
          Map.entry("cc.sendrecv down", ONLY_NKI),
          Map.entry("semaphore.loop up", ONLY_NKI),
          Map.entry("semaphore.loop down", ONLY_NKI),
          Map.entry("dma.swdge.issue_per_index up", ONLY_NKI),
          Map.entry("dma.swdge.issue_per_index down", ONLY_NKI),
          Map.entry("gpsimd_engine.register_access up", ONLY_NKI),
          Map.entry("gpsimd_engine.register_access down", ONLY_NKI),
          Map.entry("vector_engine.cycles.bn_aggr up", ONLY_NKI),
          Map.entry("vector_engine.cycles.bn_aggr down", ONLY_NKI),
          Map.entry("vector_engine.startup.bn_aggr up", ONLY_NKI),
          Map.entry("vector_engine.startup.bn_aggr down", ONLY_NKI),
          Map.entry("dma.sbuf_transpose_efficiency up", "no kernel transposes within SBUF"),
          Map.entry("dma.sbuf_transpose_efficiency down", "no kernel transposes within SBUF"));

  private static final Map<String, Map<String, String>> LIMITS =
      Map.of(
          "trn2",
          NEURON,
          "trn3",
          both(
              NEURON,
              Map.of(
                  "dma.packet up",
                  "collectives have all that a core may receive already",
                  "hbm.stack_efficiency up",
                  "the DMA engines of two cores move less than a stack",
                  "instance.chips up",
                  "chips meet through switches, however many there are",
                  "instance.chips down",
                  "chips meet through switches, however few there are",
                  "vector_engine.cycles.exponential up",
                  ONLY_NKI,
                  "vector_engine.cycles.exponential down",
                  ONLY_NKI,
                  "vector_engine.cycles.random up",
                  ONLY_NKI,
                  "vector_engine.cycles.random down",
                  ONLY_NKI)),
          "h100x8",
          Map.of(
              "copy_engine.local_bandwidth up", "HBM, read and written, is slower",
              "l2.bandwidth up", "tensor cores are slower",
              "node.gpus up", "more GPUs than ranks",
              "sm.shared_memory up", "a block fits"),
          "h200-pcie",
          Map.of(
              "barrier.time up", "one GPU meets nobody",
              "host.barrier_call up", "one GPU meets nobody",
              "copy_engine.hbm_units up", "twice the link's rate is still far below HBM's",
              "l2.bandwidth up", "tensor cores are slower",
              "sm.shared_memory up", "a block fits"),
          "ascend-910b1",
          Map.of(
              "aiv.write_bandwidth up", "a link is slower",
              "aiv.write_bandwidth down", "a link is slower than half of it",
              "buffers.l0a up", "tiles fit",
              "buffers.l0a down", "tiles fit in half of it",
              "buffers.l0b up", "tiles fit",
              "buffers.l0c up", "tiles fit",
              "buffers.l1 up", "tiles fit",
              "buffers.ub up", "tiles fit",
              "cores.aiv up", "48 blocks send, whatever the cores",
              "mesh.dies up", "more dies than ranks"));

  private NotBinding() {}

  private static Map<String, String> both(Map<String, String> one, Map<String, String> other) {
    Map<String, String> both = new HashMap<>(one);
    both.putAll(other);
    return both;
  }

  static Set<String> on(String device) {
    return new TreeSet<>(LIMITS.get(device).keySet());
  }
}
