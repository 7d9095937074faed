package trn2sim.kernels.helion;

import java.util.List;
import trn2sim.hw.gpu.Gemm;
import trn2sim.kernels.api.Labeller;

/** Names what ranks did: the operations of their scripts, and after them the blocks. */
record HelionLabels(List<HelionRank> ranks) implements Labeller {
  @Override
  public int tasks(int process) {
    HelionRank rank = ranks.get(process);
    return rank.script.ops().size() + rank.blocks.size();
  }

  @Override
  public String label(int process, int task) {
    HelionRank rank = ranks.get(process);
    int ops = rank.script.ops().size();
    if (task < ops) {
      return rank.script.ops().get(task).label();
    }
    Gemm.Block block = rank.blocks.get(task - ops);
    return "block " + (task - ops) + ", tile " + block.row() + "," + block.col();
  }
}
