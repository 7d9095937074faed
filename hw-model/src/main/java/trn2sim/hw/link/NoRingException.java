package trn2sim.hw.link;

import java.util.List;

/** A group that forms no valid ring, with the reason and the nearest even sizes that do. */
public final class NoRingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final transient List<Integer> nearestSizes;

  NoRingException(String subject, String reason, List<Integer> nearestSizes) {
    super(
        subject
            + " form no ring: "
            + reason
            + "; nearest group sizes that do: "
            + (nearestSizes.isEmpty() ? "none" : nearestSizes));
    this.reason = reason;
    this.nearestSizes = List.copyOf(nearestSizes);
  }

  /** Returns why no ring exists. */
  public String reason() {
    return reason;
  }

  /** Returns the next smaller and next larger even group sizes that form a ring. */
  public List<Integer> nearestSizes() {
    return nearestSizes;
  }
}
