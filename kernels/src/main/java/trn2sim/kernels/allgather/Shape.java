package trn2sim.kernels.allgather;

import java.util.List;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Settings;

/**
 * The sizes of an all-gather with or without a matmul.
 *
 * @param m rows of a rank
 * @param n columns of a rank's weights; 1 where there is no matmul
 */
record Shape(int m, int k, int n, int tp, int groups, int lnc, DType dtype) {
  /** Settings of kernels that gather rows and multiply. */
  static final List<ParameterSpec> WITH_COLUMNS =
      List.of(
          ParameterSpec.optional("m", "rows of each rank (or give M)"),
          ParameterSpec.optional("M", "rows of all ranks of a group"),
          ParameterSpec.required("K", "length of the sums"),
          ParameterSpec.optional("n", "columns of each rank (or give N)"),
          ParameterSpec.optional("N", "columns of all ranks of a group"));

  /** Settings of kernels that only gather rows. */
  static final List<ParameterSpec> ROWS_ONLY = WITH_COLUMNS.subList(0, 3);

  static Shape of(Request request, boolean columns) {
    Settings given = request.shape();
    int tp = request.ranks().tp();
    int m = perRank(given, "m", "M", tp);
    int n = columns ? perRank(given, "n", "N", tp) : 1;
    return new Shape(
        m,
        given.integer("K"),
        n,
        tp,
        request.ranks().groups(),
        request.ranks().lnc(),
        request.dtype());
  }

  /** The size per rank, given as such or as the whole. */
  private static int perRank(Settings given, String part, String whole, int tp) {
    if (given.has(part) == given.has(whole)) {
      throw new KernelException(
          "shape",
          given.has(part) ? "both " + part + " and " + whole : "neither " + part + " nor " + whole,
          "either " + part + " (per rank) or " + whole + " (in all)");
    }
    if (given.has(part)) {
      return given.integer(part);
    }
    KernelException.requireMultiple("shape." + whole, given.integer(whole), tp);
    return given.integer(whole) / tp;
  }

  double flops() {
    return 2.0 * m * tp * k * n;
  }
}
