package trn2sim.hw.link;

/** One directed NeuronLink, named by the chip it leaves and the direction it leaves in. */
public record Link(int chip, LinkDirection direction) implements Comparable<Link> {
  /** Returns a dense number, ordered by chip and then direction. */
  public int id() {
    return chip * LinkDirection.values().length + direction.ordinal();
  }

  @Override
  public int compareTo(Link other) {
    return Integer.compare(id(), other.id());
  }

  @Override
  public String toString() {
    return "chip" + chip + "." + direction;
  }
}
