package trn2sim.hw.machine;

/**
 * A machine other than the usual one: parts of it take no time, to see what the rest alone would
 * need, or are disturbed.
 */
public record WhatIf(Free free, Disturbances disturbances) {
  /** The machine as it is. */
  public static final WhatIf NOTHING = of(Disturbances.NONE);

  /** A disturbed machine on which nothing is free. */
  public static WhatIf of(Disturbances disturbances) {
    return new WhatIf(Free.NOTHING, disturbances);
  }
}
