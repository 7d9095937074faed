package trn2sim.traces.scenario;

import trn2sim.core.config.SpecException;
import trn2sim.core.unit.Quote;

/** A value given on the command line for a dotted key of the scenario. */
public record Assignment(String key, String value) {
  /** Reads {@code KEY=VALUE}. */
  public static Assignment parse(String text) {
    int at = text.indexOf('=');
    if (at < 1) {
      throw SpecException.at("--set", Quote.of(text), "KEY=VALUE like shape.K=8192");
    }
    return new Assignment(text.substring(0, at).strip(), text.substring(at + 1).strip());
  }
}
