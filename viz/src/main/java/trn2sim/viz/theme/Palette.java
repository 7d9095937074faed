package trn2sim.viz.theme;

import java.util.List;
import java.util.Locale;
import trn2sim.core.timeline.WaitReason;

/**
 * The colours of charts and reports: those of Okabe and Ito (Color Universal Design, 2008), which
 * colour-blind readers can tell apart, and greys. Kinds of waiting have colours of their own, after
 * Tol's schemes (Colour Schemes, SRON 2021), none of which is that of an operation.
 */
public final class Palette {
  public static final int BLUE = 0x0072B2;
  public static final int ORANGE = 0xE69F00;
  public static final int GREEN = 0x009E73;
  public static final int SKY = 0x56B4E9;
  public static final int VERMILION = 0xD55E00;
  public static final int PURPLE = 0xCC79A7;
  public static final int YELLOW = 0xF0E442;
  public static final int GREY = 0xC8C8C8;
  public static final int DARK = 0x707070;
  public static final int BROWN = 0x7A4B1E;
  public static final int PLUM = 0x5B2C6F;
  public static final int GRID = 0xDDDDDD;

  /** In the order in which series take them. */
  public static final List<Integer> SERIES =
      List.of(BLUE, ORANGE, GREEN, VERMILION, SKY, PURPLE, YELLOW, BROWN, PLUM);

  private Palette() {}

  /** The colour of a kind of waiting. */
  public static int of(WaitReason reason) {
    return switch (reason) {
      case ENGINE -> 0x7C4DFF;
      case DMA -> 0xEE8866;
      case LINK -> 0x228833;
      case PEER -> 0xAA3377;
      case SPACE -> 0xEE6677;
      case PIPELINE -> 0xDDCC77;
      case ISSUE -> 0x99DDFF;
      case NONE, DRAINED -> GREY;
    };
  }

  /** The spelling in style sheets, {@code #0072b2}. */
  public static String css(int colour) {
    return String.format(Locale.ROOT, "#%06x", colour);
  }
}
