package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.timeline.Track;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.spec.TensorSpec;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.analysis.GapCauses;
import trn2sim.traces.run.RunResult;

/** What it means that TensorE loses time to a cause, in plain words. */
final class LossMeaning {
  private static final Map<String, String> WORDS =
      Map.ofEntries(
          Map.entry(
              "matmul issue overhead", "fixed cycles of every matmul: larger ones need fewer"),
          Map.entry("first loads", "TensorE cannot begin before the first tiles have arrived"),
          Map.entry("lhs load", "TensorE waits for the DMA that loads and transposes lhs"),
          Map.entry(GapCauses.LOAD, "TensorE waits for a DMA that loads an input from HBM"),
          Map.entry("HBM wait", "TensorE waits for data on its way through HBM"),
          Map.entry(GapCauses.LINK, "TensorE waits for data of other ranks"),
          Map.entry("ring start-up", "TensorE cannot begin before the first fragment is unpacked"),
          Map.entry("weight load in the array", "the array still loads its stationary operand"),
          Map.entry("rank skew", "TensorE waits for a signal of another core"),
          Map.entry("PSUM drain", "TensorE waits until a PSUM bank has been copied out"),
          Map.entry(
              "fragment not unpacked",
              "TensorE waits for a fragment that another engine has yet to copy into place"),
          Map.entry(GapCauses.OPERAND, "TensorE waits for an operand that another engine computes"),
          Map.entry(GapCauses.LATE, "nothing is left to multiply that would hide it"),
          Map.entry(
              "drain after the last matmul", "other engines finish the results and store them"));

  /** More than half of the work: less would not be what holds the clock down. */
  private static final double MOST = 0.5;

  private LossMeaning() {}

  static String of(RunResult run, NeuronRun neuron, GapCause cause) {
    if (cause.name().equals(GapCauses.EMPTY_CELLS)) {
      return emptyCells(neuron.device().tensor(), matmuls(run, neuron));
    }
    if (cause.name().equals(GapCauses.THROTTLE)) {
      return throttle(neuron.device().tensor(), matmuls(run, neuron));
    }
    if (cause.name().startsWith(GapCauses.NO_ROOM)) {
      return "a tile waits until the memory has room for it";
    }
    return WORDS.getOrDefault(cause.name(), "no single cause");
  }

  /** Those of the core whose TensorE works longest, of which the losses are. */
  private static List<NcMatmul> matmuls(RunResult run, NeuronRun neuron) {
    int busiest = GapCauses.busiest(run).map(Track::process).orElse(0);
    NeuronCore core = neuron.machine().core(run.processes().get(busiest));
    List<NcMatmul> matmuls = new ArrayList<>();
    for (int task = 0; task < core.assembly().program().size(); task++) {
      Cancellation.check();
      if (core.assembly().instruction(task) instanceof NcMatmul matmul) {
        matmuls.add(matmul);
      }
    }
    return matmuls;
  }

  /**
   * How matmuls fill the array.
   *
   * @param rows the mean number of rows
   * @param columns the mean number of columns
   * @param alike whether all fill the same
   * @param few the share of what moves through the array that finds fewer than some rows filled
   */
  private record Filled(long rows, long columns, boolean alike, double few) {
    static Filled of(TensorSpec array, List<NcMatmul> matmuls, long least) {
      int width = array.columns();
      double count = Math.max(1, matmuls.size());
      long rows = matmuls.stream().mapToLong(Filled::rows).sum();
      long columns = matmuls.stream().mapToLong(matmul -> columns(matmul, width)).sum();
      long sizes =
          matmuls.stream().map(m -> List.of(rows(m), columns(m, width))).distinct().count();
      long moved = matmuls.stream().mapToLong(matmul -> matmul.moving().elements()).sum();
      long few =
          matmuls.stream()
              .filter(matmul -> rows(matmul) < least)
              .mapToLong(matmul -> matmul.moving().elements())
              .sum();
      return new Filled(
          Math.round(rows / count),
          Math.round(columns / count),
          sizes < 2,
          (double) few / Math.max(1, moved));
    }

    private static long rows(NcMatmul matmul) {
      return matmul.stationary().rows();
    }

    private static long columns(NcMatmul matmul, int width) {
      return Math.min(width, matmul.stationary().elements());
    }
  }

  private static String emptyCells(TensorSpec array, List<NcMatmul> matmuls) {
    Filled filled = Filled.of(array, matmuls, 0);
    return (filled.alike() ? "tiles have " : "on average, tiles have ")
        + filled.rows()
        + " of "
        + array.rows()
        + " rows and "
        + filled.columns()
        + " of "
        + array.columns()
        + " columns: the rest of the PE array idles";
  }

  /** Few rows do too little work for the full clock, however busy the array is at the slow one. */
  private static String throttle(TensorSpec array, List<NcMatmul> matmuls) {
    double share = array.throttle().threshold() * array.throttle().slowFactor();
    long least = (long) Math.ceil(share * array.rows());
    Filled filled = Filled.of(array, matmuls, least);
    if (filled.few() <= MOST) {
      return "TensorE was not busy enough before to run at full clock";
    }
    String used = filled.alike() ? "matmuls use " + filled.rows() : "most matmuls use few";
    return used
        + " of the array's "
        + array.rows()
        + " rows (the K of a tile), and below "
        + least
        + " it never runs at full clock";
  }
}
