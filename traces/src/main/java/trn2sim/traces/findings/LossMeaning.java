package trn2sim.traces.findings;

import java.util.Map;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.program.Process;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.NcMatmul;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.spec.TensorSpec;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.GapCause;
import trn2sim.traces.analysis.GapCauses;

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
          Map.entry(
              "drain after the last matmul", "results are copied out and stored after the last"));

  private LossMeaning() {}

  static String of(NeuronRun run, GapCause cause) {
    if (cause.name().equals(GapCauses.EMPTY_CELLS)) {
      return emptyCells(run);
    }
    if (cause.name().equals(GapCauses.THROTTLE)) {
      return throttle(run);
    }
    if (cause.name().startsWith(GapCauses.NO_ROOM)) {
      return "a tile waits until the memory has room for it";
    }
    return WORDS.getOrDefault(cause.name(), "no single cause");
  }

  /** Rows and columns of the array that the mean matmul of the first core fills. */
  private record Filled(long rows, long columns) {
    static Filled of(NeuronRun run) {
      Process process = run.machine().processes().get(0);
      NeuronCore core = run.machine().core(process);
      long count = 0;
      long rows = 0;
      long columns = 0;
      for (int task = 0; task < process.program().size(); task++) {
        Cancellation.check();
        Instruction instruction = core.assembly().instruction(task);
        if (instruction instanceof NcMatmul matmul) {
          count++;
          rows += matmul.stationary().rows();
          columns += Math.min(run.device().tensor().columns(), matmul.stationary().elements());
        }
      }
      double matmuls = Math.max(1, count);
      return new Filled(Math.round(rows / matmuls), Math.round(columns / matmuls));
    }
  }

  private static String emptyCells(NeuronRun run) {
    TensorSpec array = run.device().tensor();
    Filled filled = Filled.of(run);
    return "tiles have "
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
  private static String throttle(NeuronRun run) {
    TensorSpec array = run.device().tensor();
    long rows = Filled.of(run).rows();
    double share = array.throttle().threshold() * array.throttle().slowFactor();
    long least = (long) Math.ceil(share * array.rows());
    return rows < least
        ? "matmuls use "
            + rows
            + " of the array's "
            + array.rows()
            + " rows (the K of a tile), and below "
            + least
            + " it never runs at full clock"
        : "TensorE was not busy enough before to run at full clock";
  }
}
