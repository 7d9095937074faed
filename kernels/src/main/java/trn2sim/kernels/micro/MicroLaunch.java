package trn2sim.kernels.micro;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import trn2sim.hw.isa.Script;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.Probe;
import trn2sim.kernels.api.Ranks;

/** A launch of one script on core 0 that only measures. */
final class MicroLaunch {
  private MicroLaunch() {}

  static Launch of(Ranks ranks, Script script, double flops, Probe probe) {
    ranks.requireOne("the kernel measures one core");
    Launch.CoreLaunch core = new Launch.CoreLaunch(0, 0, 0, script, Map.of());
    return Launch.local(List.of(core), flops, Optional.empty(), Optional.of(probe));
  }

  /** The instructions that count, after those that warm up. */
  static int[] after(int warmup, int count) {
    return IntStream.range(warmup, warmup + count).toArray();
  }
}
