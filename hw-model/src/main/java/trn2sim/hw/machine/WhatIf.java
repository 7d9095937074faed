package trn2sim.hw.machine;

/**
 * A machine other than the usual one: parts of it take no time, to see what the rest alone would
 * need, or are disturbed.
 *
 * @param freeArithmetic compute engines finish at once
 * @param freeCommunication collectives move data at once, as soon as the partners are there
 */
public record WhatIf(boolean freeArithmetic, boolean freeCommunication, Disturbances disturbances) {
  /** The machine as it is. */
  public static final WhatIf NOTHING = of(Disturbances.NONE);

  /** A disturbed machine on which nothing is free. */
  public static WhatIf of(Disturbances disturbances) {
    return new WhatIf(false, false, disturbances);
  }
}
