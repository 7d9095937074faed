package trn2sim.kernels.functional;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import trn2sim.hw.compiler.Compiler;
import trn2sim.hw.compiler.CompilerSettings;
import trn2sim.hw.link.LostLinks;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.Kernels;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.api.Settings;

/**
 * A kernel with everything it needs, in words.
 *
 * @param shape settings like {@code "M=256 K=256 N=512"}
 */
record Case(
    String kernel,
    String shape,
    String options,
    DType dtype,
    int tp,
    int lnc,
    CompilerSettings compiler) {
  /** A case as written. */
  Case(String kernel, String shape, String options, DType dtype, int tp, int lnc) {
    this(kernel, shape, options, dtype, tp, lnc, CompilerSettings.SOURCE);
  }

  static final DeviceParameters DEVICE = DeviceParameters.load("trn2");

  /** Every kernel of the catalog at least once; a new kernel needs a line here. */
  static final List<Case> ALL =
      List.of(
          matmul("M=256 K=256 N=512", "schedule=tiled", DType.BF16, 1),
          matmul("M=256 K=384 N=1024", "schedule=tiled buffers=1", DType.FP16, 2),
          matmul("M=256 K=256 N=1024", "schedule=hoisted dge=static", DType.FP32, 1),
          matmul("M=512 K=128 N=1024", "schedule=blocked dge=hwdge", DType.BF16, 2),
          matmul("M=256 K=512 N=512", "schedule=blocked_k block_k=2", DType.BF16, 1),
          matmul("M=256 K=512 N=512", "block_k=2 sums=same", DType.FP32, 2),
          matmul("M=256 K=1024 N=512", "block_k=2 sums=same", DType.BF16, 1),
          matmul("M=128 K=256 N=512", "", DType.FP8_E4M3, 1),
          matmul("M=128 K=256 N=512", "", DType.TF32, 1),
          gather("allgather_compute_matmul", "m=64 K=128 N=512", "", 4, 1),
          gather("allgather_compute_matmul", "m=128 K=256 N=512", "", 4, 2),
          gather("allgather_compute_matmul", "m=64 K=128 N=512", "force_hbm_cc=true", 4, 2),
          gather("allgather_compute_matmul", "m=64 K=128 N=512", "zero_copy_ring=true", 4, 2),
          gather("allgather_then_matmul", "m=64 K=128 N=512", "", 4, 2),
          gather("allgather_matmul_ring", "m=64 K=128 N=512", "", 4, 1),
          gather("fine_grained_allgather", "m=256 K=512", "", 4, 2),
          gather("allgather_sb2sb", "H=128 W=256", "", 4, 1),
          gather("allgather_sb2sb_tiled", "M=256 K=256", "", 4, 1),
          micro("micro_matmul", "N=512", "warmup=20", DType.BF16),
          micro("micro_vector", "N=500", "op=tensor_tensor_add chain=dependent", DType.FP32),
          micro("micro_scalar", "N=500", "op=exp", DType.FP32),
          micro("micro_dma", "bytes=4096", "direction=both count=4", DType.FP32),
          micro("micro_handoff", "", "from=scalar", DType.FP32),
          micro("micro_permute", "bytes=65536 small_bytes=4096", "distance=next_chip", DType.FP32),
          gather("micro_allgather", "bytes=65536", "algorithm=rdh", 8, 2),
          gather("micro_allgather", "bytes=65536", "operation=reduce_scatter", 8, 2),
          gather("micro_allgather", "bytes=65536", "operation=all_reduce algorithm=ring", 8, 1),
          gather("micro_allgather", "bytes=65536", "operation=all_reduce memory=sbuf", 4, 2),
          gather("micro_allgather", "bytes=65536", "operation=all_to_all", 8, 2));

  /** As written and as compiled; programs that measure single instructions only as written. */
  static final List<Case> BOTH_ORDERS =
      ALL.stream()
          .flatMap(c -> c.kernel.startsWith("micro") ? Stream.of(c) : Stream.of(c, c.compiled()))
          .toList();

  /** The same in another type. */
  Case in(DType type) {
    return new Case(kernel, shape, options, type, tp, lnc, compiler);
  }

  /** The same in the compiler's order. */
  Case compiled() {
    return new Case(kernel, shape, options, dtype, tp, lnc, CompilerSettings.LIST);
  }

  /** The same in source order. */
  Case asWritten() {
    return new Case(kernel, shape, options, dtype, tp, lnc, CompilerSettings.SOURCE);
  }

  private static Case matmul(String shape, String options, DType dtype, int lnc) {
    return new Case("matmul", shape, options, dtype, 1, lnc);
  }

  private static Case gather(String kernel, String shape, String options, int tp, int lnc) {
    return new Case(kernel, shape, options, DType.BF16, tp, lnc);
  }

  private static Case micro(String kernel, String shape, String options, DType dtype) {
    return new Case(kernel, shape, options, dtype, 1, 1);
  }

  Launch launch() {
    return compilation(DEVICE).launch();
  }

  Launch.Compilation compilation(DeviceParameters device) {
    ScriptKernel found = (ScriptKernel) Kernels.ALL.find(kernel).orElseThrow();
    Launch written =
        found.launch(
            new Request(
                settings(found.shape(), shape),
                settings(found.options(), options),
                dtype,
                new Ranks(tp, 1, lnc),
                device,
                LostLinks.NONE,
                compiler));
    return written.compiledBy(new Compiler(device.neuron(), lnc, compiler));
  }

  private static Settings settings(List<ParameterSpec> specs, String text) {
    Map<String, String> given = new LinkedHashMap<>();
    Arrays.stream(text.split(" "))
        .filter(word -> !word.isEmpty())
        .map(word -> word.split("="))
        .forEach(pair -> given.put(pair[0], pair[1]));
    Map<String, Object> values = new LinkedHashMap<>();
    for (ParameterSpec spec : specs) {
      String value = given.containsKey(spec.name()) ? given.remove(spec.name()) : null;
      String word = value == null ? spec.fallback().orElse("") : value;
      if (!word.isEmpty()) {
        values.put(
            spec.name(),
            switch (spec.kind()) {
              case INTEGER -> Long.valueOf(word);
              case WORD -> word;
              case FLAG -> Boolean.valueOf(word);
            });
      }
    }
    if (!given.isEmpty()) {
      throw new IllegalArgumentException("unknown settings " + given);
    }
    return new Settings(values);
  }
}
