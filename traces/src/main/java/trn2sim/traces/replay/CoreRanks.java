package trn2sim.traces.replay;

import java.util.Map;
import java.util.TreeMap;
import trn2sim.kernels.api.Ranks;
import trn2sim.traces.profile.Profile;

/**
 * Which rank each physical core works for. A capture shows one rank, whose cores are the subgraphs;
 * a simulated run that was written as a profile says which ranks it has.
 *
 * @param ranks how many of them there are
 */
public record CoreRanks(Ranks ranks, Map<Integer, Integer> byCore) {
  public static CoreRanks of(Profile profile) {
    Map<Integer, Integer> byCore = new TreeMap<>();
    for (String pair : profile.metadata().getOrDefault("sim_ranks", "").split(" ", -1)) {
      if (pair.matches("\\d{1,6}:\\d{1,6}")) {
        String[] parts = pair.split(":", -1);
        byCore.put(Integer.valueOf(parts[0]), Integer.valueOf(parts[1]));
      }
    }
    int tp = number(profile, "sim_tp", 1);
    int groups = number(profile, "sim_groups", 1);
    int lnc = number(profile, "sim_lnc", profile.cores());
    return new CoreRanks(new Ranks(tp, groups, lnc), byCore);
  }

  private static int number(Profile profile, String key, int otherwise) {
    long value = profile.number(key).orElse(otherwise);
    return value >= 1 && value <= Short.MAX_VALUE ? (int) value : otherwise;
  }

  int of(int core) {
    return byCore.getOrDefault(core, byCore.isEmpty() ? 0 : core / ranks.lnc());
  }
}
