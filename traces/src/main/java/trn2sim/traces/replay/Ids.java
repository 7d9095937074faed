package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.List;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.LongIndex;
import trn2sim.traces.profile.Profile;

/** Finds instructions by the numbers that the profile gives them: those of one core first. */
final class Ids {
  private final List<LongIndex> cores = new ArrayList<>();

  Ids(Profile profile) {
    Instructions instructions = profile.instructions();
    for (int core = 0; core < profile.cores(); core++) {
      cores.add(new LongIndex());
    }
    for (int row = 0; row < instructions.size(); row++) {
      if (instructions.id(row) != Instructions.NO_ID) {
        int known = cores.get(instructions.core(row)).put(instructions.id(row), row);
        if (known != LongIndex.NONE) {
          profile.notes().count("instruction rows with the id of another");
        }
      }
    }
  }

  /** The row, or {@link Nodes#NONE}. */
  int row(int core, long id) {
    int own = cores.get(core).get(id);
    for (int other = 0; own == LongIndex.NONE && other < cores.size(); other++) {
      own = cores.get(other).get(id);
    }
    return own;
  }
}
