package trn2sim.fuzz.readers;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import trn2sim.core.unit.Bandwidth;
import trn2sim.core.unit.ByteSize;
import trn2sim.core.unit.Frequency;
import trn2sim.core.unit.SimDuration;
import trn2sim.core.unit.UnitException;

/** Bytes read as a number with a unit: what is understood is read again from its own text. */
public final class UnitBytes {
  private static final List<Function<String, Object>> READERS =
      List.of(Bandwidth::parse, ByteSize::parse, Frequency::parse, SimDuration::parse);

  private UnitBytes() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    String text = new String(data, StandardCharsets.UTF_8);
    for (Function<String, Object> reader : READERS) {
      Object value;
      try {
        value = reader.apply(text);
      } catch (UnitException e) {
        continue;
      }
      if (!reader.apply(value.toString()).equals(value)) {
        throw new IllegalStateException(text + " became " + value);
      }
    }
  }
}
