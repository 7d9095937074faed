package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Script;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.kernels.nki.stream.NkiException;

/**
 * Pipes between the two cores of a rank: each has a channel to itself, as far as there are channels
 * enough. Those that share one are served in the order of the program, so both cores must have them
 * in the same.
 */
final class Pipes {
  /** An exchange, and where the program has it. */
  private record Use(int pipe, String place) {}

  private Pipes() {}

  static int channel(int pipe) {
    return Math.floorMod(pipe, CollectiveSpec.CHANNELS);
  }

  static void requireOneOrder(List<CoreProgram> programs) {
    for (int channel = 0; channel < CollectiveSpec.CHANNELS && programs.size() > 1; channel++) {
      List<Use> first = uses(programs.get(0), channel);
      List<Use> second = uses(programs.get(1), channel);
      for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
        require(first.get(i), second.get(i));
      }
    }
  }

  private static void require(Use first, Use second) {
    if (first.pipe != second.pipe) {
      throw new NkiException(
          second.place
              + ": E10 sendrecv with pipe_id "
              + second.pipe
              + ", where the other core has pipe_id "
              + first.pipe
              + ": these share one of "
              + CollectiveSpec.CHANNELS
              + " channels, expected the same order on both cores");
    }
  }

  private static List<Use> uses(CoreProgram program, int channel) {
    List<Use> uses = new ArrayList<>();
    for (Script.Step step : program.script().steps()) {
      if (step.instruction() instanceof CollectivePermute permute
          && permute.channel() == channel
          && permute.partners() instanceof Partners.OtherCore other) {
        String place = program.lines().of(step.source()).map(at -> "" + at.innermost()).orElse("");
        uses.add(new Use(other.pipe(), place));
      }
    }
    return uses;
  }
}
