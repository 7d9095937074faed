package trn2sim.traces.devices;

import java.util.ArrayList;
import java.util.List;

/**
 * Scenarios small enough to run thousands of times, which together use every parameter of a device.
 * The first few are whole kernels, the others time one thing each.
 */
final class SmallScenarios {
  /** How many of each list are whole kernels. */
  static final int WHOLE = 2;

  private static final String HBM = "force_hbm_cc: true, dge: static";
  private static final String SMALL_CACHE = "overrides: { l2.capacity: 1 MiB }\n";

  private SmallScenarios() {}

  /** Two instances of an UltraServer, or two racks of one server each: the links between bind. */
  static List<String> acrossInstances(String device) {
    String gather =
        device.equals("trn2")
            ? kernel("micro_allgather", "bytes: 65536", "", "{ tp: 128 }")
                + "overrides: { instance.chips: 64 }\n"
            : kernel("micro_allgather", "bytes: 262144", "algorithm: mesh", "{ tp: 32 }")
                + "overrides: { instance.chips: 8 }\n";
    return List.of(on(device, gather));
  }

  private static List<String> trn3() {
    List<String> all = new ArrayList<>(trn2());
    all.add(kernel("micro_allgather", "bytes: 262144", "algorithm: mesh", "{ tp: 16 }"));
    all.add(kernel("micro_allgather", "bytes: 262144", "algorithm: mesh", "{ tp: 32 }"));
    return all.stream().map(scenario -> on("trn3", scenario)).toList();
  }

  static String on(String device, String scenario) {
    return scenario.replace("device: trn2", "device: " + device);
  }

  static List<String> of(String device) {
    return switch (device) {
      case "trn2" -> trn2();
      case "trn3" -> trn3();
      case "h100x8" -> h100();
      case "h200-pcie" -> h200();
      case "ascend-910b1" -> ascend();
      default -> throw new IllegalArgumentException("no scenarios for " + device);
    };
  }

  private static List<String> trn2() {
    List<String> all = new ArrayList<>();
    all.add(kernel("allgather_compute_matmul", "m: 64, K: 128, N: 512", "", "{ tp: 4 }"));
    all.add(kernel("matmul", "M: 256, K: 256, N: 1024", "schedule: tiled", "{ tp: 1 }"));
    all.add(kernel("allgather_sb2sb", "H: 96, W: 64", "", "{ tp: 8, lnc: 1 }"));
    all.add(
        kernel(
            "matmul",
            "M: 1024, K: 128, N: 1024",
            "schedule: tiled, psum_buffers: 16",
            "{ tp: 1 }"));
    all.add(
        fp32(kernel("matmul", "M: 256, K: 512, N: 1024", "schedule: tiled", "{ tp: 1, lnc: 2 }")));
    all.add(fp32(kernel("matmul", "M: 128, K: 128, N: 512", "dge: hwdge", "{ tp: 1 }")));
    all.add(micro("micro_dma", "partitions: 60, bytes: 996", "direction: both"));
    all.add(micro("micro_dma", "partitions: 60, bytes: 1008", "direction: both, dge: hwdge"));
    all.add(micro("micro_dma", "partitions: 60, bytes: 992", "direction: both, dge: static"));
    all.add(micro("micro_dma", "partitions: 8, bytes: 196608", "direction: load"));
    all.add(micro("micro_dma", "partitions: 65, bytes: 196608", "direction: load"));
    all.add(micro("micro_matmul", "N: 64", "") + "run: { launch_cost: profiled }\n");
    all.add(fp32(micro("micro_matmul", "N: 512", "stride: 3")));
    all.add(micro("micro_matmul", "N: 512", "warmup: 60, stride: 6"));
    all.add(micro("micro_matmul", "N: 200", "stride: 3"));
    all.add(micro("micro_matmul", "N: 32", "count: 40"));
    all.add(micro("micro_matmul", "N: 64", "weight_stride: 8"));
    all.add(fp32(micro("micro_matmul", "N: 128", "op: transpose")));
    vector(all);
    scalar(all);
    all.add(micro("micro_handoff", "N: 64", "from: vector, to: gpsimd"));
    collectives(all);
    return all;
  }

  private static void vector(List<String> all) {
    for (String op :
        List.of(
            "tensor_copy",
            "memset",
            "tensor_tensor_add",
            "tensor_scalar_add",
            "tensor_reduce_add",
            "tensor_tensor_scan",
            "reciprocal")) {
      all.add(fp32(micro("micro_vector", "N: 100", "chain: dependent, op: " + op)));
    }
    all.add(fp32(micro("micro_vector", "N: 100", "op: tensor_tensor_add, src: psum")));
    all.add(micro("micro_vector", "N: 100", "op: tensor_reduce_add"));
    all.add(micro("micro_vector", "N: 100", "op: memset"));
    all.add(micro("micro_vector", "N: 100", "op: tensor_copy, dst_dtype: fp32"));
    all.add(micro("micro_vector", "N: 100", "op: tensor_copy") + "dtype: fp8_e4m3\n");
    all.add(fp32(micro("micro_vector", "N: 100", "op: tensor_scalar_add, scalar: pointer")));
  }

  private static void scalar(List<String> all) {
    for (String op : List.of("tensor_copy", "exp", "identity", "sqrt", "silu")) {
      for (String memory : List.of("sbuf", "psum")) {
        all.add(fp32(micro("micro_scalar", "N: 100", "op: " + op + ", src: " + memory)));
      }
      String narrows = "op: " + op + ", src: psum, dst_dtype: bf16";
      all.add(fp32(micro("micro_scalar", "N: 100", narrows)));
    }
    all.add(fp32(micro("micro_scalar", "N: 100", "op: tensor_scalar_add, scalar: pointer")));
    all.add(micro("micro_scalar", "N: 1000", "op: tensor_copy"));
  }

  /** Every kernel of NeuronCores that is not among the scenarios of {@code trn2}. */
  static List<String> otherKernels() {
    return List.of(
        kernel("allgather_then_matmul", "m: 64, K: 128, N: 512", "", "{ tp: 4 }"),
        kernel("allgather_matmul_ring", "m: 64, K: 128, N: 512", "", "{ tp: 4, lnc: 1 }"),
        kernel("fine_grained_allgather", "m: 256, K: 512", "", "{ tp: 4 }"));
  }

  private static void collectives(List<String> all) {
    for (String distance : List.of("same_die", "cross_die", "next_chip")) {
      for (String memory : List.of("hbm", "sbuf")) {
        String options = "distance: " + distance + ", memory: " + memory;
        all.add(micro("micro_permute", "bytes: 1048576", options));
      }
    }
    all.add(kernel("allgather_sb2sb_tiled", "M: 256, K: 64", "", "{ tp: 4 }"));
    all.add(kernel("allgather_compute_matmul", "m: 64, K: 128, N: 512", HBM, "{ tp: 4 }"));
    all.add(kernel("micro_allgather", "bytes: 65536", "algorithm: ring", "{ tp: 8, lnc: 1 }"));
    all.add(kernel("micro_allgather", "bytes: 262144", "", "{ tp: 16 }"));
    all.add(kernel("micro_allgather", "bytes: 65536", "operation: all_reduce", "{ tp: 4 }"));
    all.add(kernel("allgather_compute_matmul", "m: 256, K: 512, N: 512", "", "{ tp: 4 }"));
  }

  private static List<String> h100() {
    String shape = "m: 256, K: 512, n: 512";
    return List.of(
        gpu("h100x8", shape, "splits_per_rank: 2, tile_m: 64, tile_n: 128", 4),
        gpu("h100x8", "m: 128, K: 64, n: 256", "own_shard: resident", 2),
        gpu("h100x8", shape, "launch_first: compute, tile_m: 64, tile_n: 128", 8),
        gpu("h100x8", "m: 512, K: 4096, n: 4096", "", 2));
  }

  private static List<String> h200() {
    String shape = "M: 512, K: 512, n: 512";
    String far = "own_shard: resident";
    return List.of(
        gpu("h200-pcie", shape, far, 4),
        gpu("h200-pcie", "M: 512, K: 64, n: 256", far + ", launch_first: compute", 4),
        gpu("h200-pcie", "M: 512, K: 2048, n: 8192", "", 2),
        gpu("h200-pcie", "M: 512, K: 16384, n: 2048", far, 2),
        gpu("h200-pcie", "M: 512, K: 1024, n: 16384", far, 2) + SMALL_CACHE);
  }

  private static List<String> ascend() {
    String small = "base_m: 32, base_n: 64";
    return List.of(
        ascend("ascend_allgather_gemm", "M: 256, K: 448, N: 128", small, 2),
        ascend("ascend_gemm", "M: 512, K: 256, N: 1536", "", 1),
        ascend("ascend_allgather_gemm", "M: 2048, K: 512, N: 512", "", 8),
        ascend("ascend_gemm", "M: 1024, K: 1536, N: 1536", "", 1) + SMALL_CACHE,
        ascend("ascend_gemm", "M: 1024, K: 3072, N: 1536", "", 1) + SMALL_CACHE,
        ascend("ascend_gemm", "M: 1024, K: 40960, N: 1536", "", 1));
  }

  private static String kernel(String name, String shape, String options, String ranks) {
    return String.format(
        "device: trn2%nkernel: %s%nshape: { %s }%noptions: { %s }%nranks: %s%n",
        name, shape, options, ranks);
  }

  private static String micro(String name, String shape, String options) {
    return kernel(name, shape, options, "{ tp: 1 }");
  }

  private static String fp32(String scenario) {
    return scenario + "dtype: fp32\n";
  }

  private static String gpu(String device, String shape, String options, int tp) {
    return String.format(
        "device: %s%nkernel: helion_all_gather_matmul%nshape: { %s }%noptions: { %s }%n"
            + "ranks: { tp: %d }%n",
        device, shape, options, tp);
  }

  private static String ascend(String kernel, String shape, String options, int tp) {
    return String.format(
        "device: ascend-910b1%nkernel: %s%nshape: { %s }%noptions: { %s }%n"
            + "ranks: { tp: %d }%ndtype: fp16%n",
        kernel, shape, options, tp);
  }
}
