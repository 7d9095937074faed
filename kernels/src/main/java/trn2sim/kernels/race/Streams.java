package trn2sim.kernels.race;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.kernels.api.Launch;

/** The streams of a core, whose instructions take effect in order, and each task's place there. */
final class Streams {
  private static final int ENGINES = Engine.values().length;
  private static final int CHANNELS = 4;

  /** Engines, a load and a store queue of each, and the channels of collectives. */
  static final int COUNT = 3 * ENGINES + CHANNELS;

  /** Which stream each task is in, and how many of that stream precede it, plus one. */
  record Places(int[] stream, int[] count) {}

  private final Launch launch;
  private final Map<Script, Places> places = new IdentityHashMap<>();

  Streams(Launch launch) {
    this.launch = launch;
  }

  /** The places of a process's tasks; cores that share a script share them. */
  Places of(int process) {
    return places.computeIfAbsent(launch.cores().get(process).script(), Streams::places);
  }

  private static Places places(Script script) {
    List<Script.Step> steps = script.steps();
    int[] stream = new int[steps.size()];
    int[] count = new int[steps.size()];
    int[] seen = new int[COUNT];
    for (int task = 0; task < stream.length; task++) {
      stream[task] = stream(steps.get(task).instruction());
      count[task] = ++seen[stream[task]];
    }
    return new Places(stream, count);
  }

  private static int stream(Instruction instruction) {
    int engine = instruction.engine().ordinal();
    if (instruction instanceof DmaCopy copy) {
      return (copy.isLoad() ? 1 : 2) * ENGINES + engine;
    }
    if (instruction instanceof CollectivePermute permute) {
      return 3 * ENGINES + permute.channel();
    }
    return instruction instanceof GroupCollective ? 3 * ENGINES : engine;
  }
}
