package trn2sim.kernels.api;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What only a run that was measured has: the profile that it was read from.
 *
 * @param simulated the scenario's name, if the profile is that of a simulated run
 * @param cores how many physical cores it shows, those without an instruction included
 * @param notes what was not understood, or not as it should be, the most frequent first
 */
public record MeasuredRun(
    String file,
    Optional<String> simulated,
    int cores,
    int instructions,
    int dmas,
    Capture capture,
    List<Note> notes)
    implements MachineRun {
  /** Something that was not understood, and how often it occurs. */
  public record Note(String what, long count) {}

  public MeasuredRun {
    notes = List.copyOf(notes);
  }

  @Override
  public <T> T match(
      Function<NeuronRun, T> ofNeuron, Function<MeasuredRun, T> ofMeasured, Supplier<T> ofOther) {
    return ofMeasured.apply(this);
  }
}
