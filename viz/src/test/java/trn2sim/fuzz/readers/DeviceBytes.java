package trn2sim.fuzz.readers;

import java.nio.charset.StandardCharsets;
import trn2sim.core.config.SpecException;
import trn2sim.hw.spec.DeviceParameters;

/** Bytes read as a device file: understood, or refused in words. */
public final class DeviceBytes {
  private DeviceBytes() {}

  /** Called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    try {
      DeviceParameters.readString("d.yaml", new String(data, StandardCharsets.UTF_8));
    } catch (SpecException e) {
      // What it should be.
    }
  }
}
