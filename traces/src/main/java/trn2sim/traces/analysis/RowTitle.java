package trn2sim.traces.analysis;

import java.util.Map;

/**
 * The names that NKI users and the Neuron profiler give to engines: TensorE is the profiler's PE,
 * VectorE its DVE, ScalarE its ACT, GpSimd its POOL and Sync its SP.
 */
public final class RowTitle {
  private static final Map<String, String> ENGINES =
      Map.of(
          "Tensor", "TensorE (PE)",
          "Vector", "VectorE (DVE)",
          "Scalar", "ScalarE (ACT)",
          "Gpsimd", "GpSimd (POOL)",
          "Sync", "Sync (SP)");

  private RowTitle() {}

  /** The title of a row or of a resource of the critical path, such as {@code Tensor.Pipeline}. */
  public static String of(String row) {
    int dot = row.indexOf('.');
    String first = dot < 0 ? row : row.substring(0, dot);
    String engine = ENGINES.get(first);
    if (engine != null) {
      return dot < 0 ? engine : engine + row.substring(dot).replace('.', ' ');
    }
    return row.startsWith("Dma")
        ? row.replace("Dma", "DMA").replace("Gpsimd", "GpSimd").replace('.', ' ')
        : row.replaceFirst("^Link[.]", "Link ");
  }
}
