package trn2sim.hw.machine;

/**
 * Parts of the machine that take no time, to see what the rest alone would need.
 *
 * @param freeArithmetic compute engines finish at once
 * @param freeCommunication collectives move data at once, as soon as the partners are there
 */
public record WhatIf(boolean freeArithmetic, boolean freeCommunication) {
  /** The machine as it is. */
  public static final WhatIf NOTHING = new WhatIf(false, false);
}
