package trn2sim.kernels.api;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.hw.memory.DType;

/** An algorithm that a scenario can ask for by name, on one kind of device. */
public interface Kernel {
  /** The name in scenario files. */
  String name();

  /** One sentence for the list of kernels. */
  String summary();

  /** The kind of device it runs on, as device files state it. */
  String deviceKind();

  /** What the shape is given by. */
  List<ParameterSpec> shape();

  List<ParameterSpec> options();

  /** The types its tensors may have. */
  default List<DType> dtypes() {
    return DType.OFFERED;
  }

  /** The types that its tensors have in a request, each once. */
  default List<String> types(Request request) {
    return dtypes().isEmpty() ? List.of() : List.of(request.dtype().label());
  }

  /** The parts of a scenario that mean something for it, besides those that all kernels have. */
  default Set<Setting> settings() {
    return Set.of();
  }

  /** The ranks it runs on as far as a scenario does not say, if it knows better than that. */
  default Optional<Ranks> usualRanks() {
    return Optional.empty();
  }

  /** Checks the request; throws {@link KernelException} for one it refuses. */
  Execution prepare(Request request);

  /** What a kernel lacks that has nothing to compare its results with. */
  default String unchecked() {
    return "only measures time";
  }

  /** Whether its instructions come from a file of the user's, which may have any fault. */
  default boolean authored() {
    return false;
  }

  /** What a scenario can say so that there is something, if anything. */
  default Optional<String> checkedBy() {
    return Optional.empty();
  }

  /** What a reader of its results should know of how the scenario asks for it. */
  default List<String> remarks() {
    return List.of();
  }

  /**
   * What the scenario says of it besides its name, as it is written there: {@code args.tp} is
   * {@code tp}.
   */
  default Map<String, String> given() {
    return Map.of();
  }

  /** Tells kernels of one name apart whose instructions come from elsewhere; empty for others. */
  default String identity(Request request) {
    return "";
  }

  /** The file with the recorded instructions of a request, for kernels that are recorded. */
  default Optional<Path> recording(Request request) {
    return Optional.empty();
  }

  /** How the kernel would choose its path, for kernels that choose; nothing is built. */
  default Optional<PathChoice> path(Request request) {
    return Optional.empty();
  }

  /** What it holds on chip, for kernels that say what is where. */
  default Optional<Footprint> footprint(Request request) {
    return Optional.empty();
  }
}
