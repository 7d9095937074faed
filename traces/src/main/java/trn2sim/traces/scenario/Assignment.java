package trn2sim.traces.scenario;

import java.util.Optional;
import trn2sim.core.config.SpecException;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.unit.Quote;

/**
 * A value given on the command line for a dotted key of the scenario.
 *
 * @param place what errors name if it is not {@code --set}: another option, or a line of a file
 */
public record Assignment(String key, String value, Optional<String> place) {
  public Assignment(String key, String value) {
    this(key, value, Optional.empty());
  }

  /** Reads {@code KEY=VALUE}. */
  public static Assignment parse(String text) {
    int at = text.indexOf('=');
    if (at < 1) {
      throw SpecException.at("--set", Quote.of(text), "KEY=VALUE like shape.K=8192");
    }
    return new Assignment(text.substring(0, at).strip(), text.substring(at + 1).strip());
  }

  /** Replaces or adds the value in a scenario. */
  public void in(YamlCursor top) {
    place.ifPresentOrElse(
        where -> top.set(key, YamlCursor.value(where, value)), () -> top.set(key, value));
  }
}
