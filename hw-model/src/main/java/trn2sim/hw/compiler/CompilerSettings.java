package trn2sim.hw.compiler;

import java.util.Locale;

/**
 * How a kernel's source becomes what the engines run.
 *
 * @param lookahead how many earlier instructions of its lane an instruction may overtake
 * @param engines who takes copies that name no engine
 */
public record CompilerSettings(Order order, int lookahead, Engines engines) {
  /** The order of each engine's instructions. */
  public enum Order {
    /** As the compiler schedules them. */
    LIST,
    /** As the source has them. */
    SOURCE;

    /** The spelling in scenario files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Who takes copies that name no engine. */
  public enum Engines {
    /** Vector or Scalar, whichever can start first. */
    BALANCED,
    /** Always Vector. */
    VECTOR,
    /** Always Scalar. */
    SCALAR;

    /** The spelling in scenario files. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** As the compiler does it. */
  public static final CompilerSettings LIST =
      new CompilerSettings(Order.LIST, ListScheduler.UNLIMITED, Engines.BALANCED);

  /** As written, copies that name no engine on Vector. */
  public static final CompilerSettings SOURCE =
      new CompilerSettings(Order.SOURCE, 0, Engines.VECTOR);

  public CompilerSettings {
    if (lookahead < 0) {
      throw new IllegalArgumentException("lookahead: found " + lookahead + ", expected 0 or more");
    }
  }

  /** Whether instructions may change places. */
  boolean reorders() {
    return order == Order.LIST && lookahead > 0;
  }
}
