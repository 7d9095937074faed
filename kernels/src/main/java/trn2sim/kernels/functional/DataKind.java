package trn2sim.kernels.functional;

import java.util.Locale;

/** What the input tensors are filled with. */
public enum DataKind {
  /** Standard normal values. */
  NORMAL,
  /** Whole numbers from 1 to 4, whose sums are exact in fp32. */
  INTEGERS;

  /** The spelling in scenario files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
