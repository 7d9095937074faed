package trn2sim.traces.replay;

import java.util.Optional;
import java.util.OptionalInt;
import trn2sim.hw.spec.NeuronSpec;
import trn2sim.hw.spec.TensorSpec;
import trn2sim.kernels.api.Work;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.ParsedOperands;
import trn2sim.traces.profile.Profile;

/**
 * The arithmetic of a profile: of each matrix product twice its rows, columns and moving elements;
 * transposes are none. Products whose operands cannot be parsed do not count.
 */
final class MeasuredWork {
  private static final String FP32 = "fp32";

  private MeasuredWork() {}

  static Work of(Profile profile, NeuronSpec device, CoreRanks ranks) {
    Instructions instructions = profile.instructions();
    double flops = 0;
    double wide = 0;
    long count = 1;
    for (int row = 0; row < instructions.size(); row++) {
      count = Math.max(count, 1L + ranks.of(instructions.core(row)));
      if (instructions.opcode(row).equals("MATMUL") && instructions.type(row).isEmpty()) {
        ParsedOperands operands = instructions.operands(row);
        double product = flops(operands);
        flops += product;
        boolean fp32 = operands.access("src").map(a -> a.dtype().equals(FP32)).orElse(false);
        wide += fp32 ? product : 0;
      }
    }
    TensorSpec array = device.tensor();
    int cores = ranks.ranks().lnc();
    double slower = flops > 0 ? 1 + wide / flops * (array.fp32().slowdown() - 1) : 1;
    double peak = cores * array.peakFlops() / slower;
    return new Work(flops / count, peak, Optional.empty());
  }

  private static double flops(ParsedOperands operands) {
    OptionalInt columns = operands.columns();
    return columns.isEmpty()
        ? 0
        : operands
            .access("src")
            .map(src -> 2.0 * operands.rows().orElse(0) * columns.getAsInt() * src.elements())
            .orElse(0.0);
  }
}
