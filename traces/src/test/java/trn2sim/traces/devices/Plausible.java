package trn2sim.traces.devices;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import trn2sim.kernels.api.Traffic;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.analysis.LowerBounds;
import trn2sim.traces.run.RunResult;

/** What no run may say, whatever the device. */
final class Plausible {
  private static final double ROUNDING = 1e-9;

  private Plausible() {}

  /** Everything that cannot be; empty if the run is plausible. */
  static List<String> objections(RunResult result) {
    List<String> objections = new ArrayList<>();
    long total = result.totalPs();
    for (Map.Entry<String, Long> bound : LowerBounds.of(result).entrySet()) {
      if (bound.getValue() > total) {
        objections.add("total " + total + " ps below bound " + bound);
      }
    }
    double seconds = total / 1e12;
    double mfu = result.work().flopsPerRank() / (seconds * result.work().peakFlopsPerRank());
    atMostOne(objections, "MFU", result.work().flopsPerRank() == 0 ? 0 : mfu);
    for (EngineUse use : EngineUse.engines(result)) {
      atMostOne(objections, use.core() + "." + use.engine(), use.utilization());
      if (!result.outcome().rankPs().contains(use.wholePs())) {
        objections.add(use + " adds up to no rank's time of " + result.outcome().rankPs());
      }
    }
    traffic(objections, result);
    return objections;
  }

  private static void traffic(List<String> objections, RunResult result) {
    Traffic.Kinds traffic = result.traffic();
    for (List<Traffic> rows : List.of(traffic.links(), traffic.hbm(), traffic.dma())) {
      for (Traffic row : rows) {
        double end = result.timeline().endPs();
        atMostOne(objections, row.name() + " busy", row.busyPs() / end);
        atMostOne(objections, row.name() + " full", row.bytes() / (row.bytesPerPs() * end));
      }
    }
  }

  private static void atMostOne(List<String> objections, String what, double share) {
    if (!(share >= 0 && share <= 1 + ROUNDING)) {
      objections.add(what + " is " + share);
    }
  }
}
