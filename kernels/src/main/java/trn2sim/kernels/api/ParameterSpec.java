package trn2sim.kernels.api;

import java.util.List;
import java.util.Optional;

/**
 * One setting of a kernel: what the scenario loader accepts and what {@code kernels NAME} prints.
 *
 * @param required whether the scenario must give it
 * @param fallback the default as it would be written, absent if there is none
 * @param words the accepted words, empty unless the kind is {@link Kind#WORD}
 */
public record ParameterSpec(
    String name,
    Kind kind,
    boolean required,
    Optional<String> fallback,
    long min,
    long max,
    List<String> words,
    String help) {

  /** How a setting is written. */
  public enum Kind {
    INTEGER,
    WORD,
    FLAG
  }

  private static final long LARGEST = 1 << 20;

  public ParameterSpec {
    words = List.copyOf(words);
  }

  /** A whole number the scenario must give. */
  public static ParameterSpec required(String name, String help) {
    return new ParameterSpec(
        name, Kind.INTEGER, true, Optional.empty(), 1, LARGEST, List.of(), help);
  }

  /** A whole number that may be left out, for example because another one implies it. */
  public static ParameterSpec optional(String name, String help) {
    return new ParameterSpec(
        name, Kind.INTEGER, false, Optional.empty(), 1, LARGEST, List.of(), help);
  }

  /** A whole number from {@code min} up, with a default. */
  public static ParameterSpec integer(String name, long fallback, long min, String help) {
    return new ParameterSpec(
        name,
        Kind.INTEGER,
        false,
        Optional.of(Long.toString(fallback)),
        min,
        LARGEST,
        List.of(),
        help);
  }

  /** One of some words, the first being the default. */
  public static ParameterSpec word(String name, String help, String... words) {
    return new ParameterSpec(
        name, Kind.WORD, false, Optional.of(words[0]), 0, 0, List.of(words), help);
  }

  /** True or false. */
  public static ParameterSpec flag(String name, boolean fallback, String help) {
    return new ParameterSpec(
        name, Kind.FLAG, false, Optional.of(Boolean.toString(fallback)), 0, 0, List.of(), help);
  }
}
