package trn2sim.traces.scenario;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import trn2sim.core.config.YamlCursor;
import trn2sim.hw.memory.DType;

/** Reads the type of a scenario's tensors; the spellings of NKI and NumPy get a hint. */
final class TypeName {
  /** What floats are called beside their names in NKI. */
  private static final Map<String, DType> ELSEWHERE =
      Map.of(
          "half", DType.FP16,
          "float", DType.FP32,
          "float32r", DType.TF32,
          "float8_e4m3fn", DType.FP8_E4M3);

  private TypeName() {}

  static DType read(YamlCursor top, List<DType> accepted) {
    Optional<YamlCursor> given = top.optional("dtype");
    Set<String> labels =
        accepted.stream().map(DType::label).collect(Collectors.toCollection(LinkedHashSet::new));
    given.ifPresent(cursor -> hint(cursor, labels));
    return ScenarioLoader.word(top, "dtype", DType.BF16, accepted, DType::label);
  }

  /** A module in front of the name, as in {@code nl.bfloat16}, does not matter. */
  private static void hint(YamlCursor given, Set<String> labels) {
    if (!given.isPlain()) {
      return;
    }
    String name = given.string().replaceFirst("^.*[.]", "");
    Optional<String> meant =
        Optional.ofNullable(ELSEWHERE.get(name))
            .or(() -> DType.ofNki(name).filter(type -> !type.isInteger()))
            .map(DType::label)
            .filter(labels::contains);
    if (meant.isPresent()) {
      throw given.fail(given.found(), "one of " + String.join(", ", labels)).didYouMean(meant);
    }
  }
}
