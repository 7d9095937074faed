package trn2sim.cli;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;
import trn2sim.core.config.Nearest;
import trn2sim.core.config.SpecException;
import trn2sim.core.unit.Quote;

/** Which trace a run leaves behind. */
enum TraceChoice {
  /** All of it if a browser can open that, else a part, compressed. */
  AUTO,
  /** All of it, whatever its size. */
  FULL,
  /** None. */
  NONE;

  private static final List<String> WORDS = List.of("auto", "full", "none");

  /** The choice of a word in upper or lower case. */
  static TraceChoice of(String text) {
    String word = text.toLowerCase(Locale.ROOT);
    if (!WORDS.contains(word)) {
      throw new TypeConversionException(
          SpecException.at("--trace", Quote.of(text), "one of " + String.join(", ", WORDS))
              .didYouMean(Nearest.to(word, WORDS))
              .getMessage());
    }
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
