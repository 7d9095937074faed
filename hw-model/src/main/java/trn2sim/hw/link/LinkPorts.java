package trn2sim.hw.link;

import java.util.OptionalInt;
import trn2sim.hw.spec.ChipSpec;

/**
 * In which quarter of a chip (with four HBM stacks, the LNC=2 rank of the same number) each X and Y
 * link lands.
 *
 * <p>Read from the LNC=2 instance figure of the Neuron documentation: each of a chip's four links
 * lands on another quadrant. Cores count down the left die and up the right one; chips of odd rows
 * are rotated by half a turn. Left and right ports of odd rows follow from the figure's straight
 * cables. Nothing is published for Z links.
 */
final class LinkPorts {
  private static final int QUADRANTS = 4;

  // Quadrants: 0 top left, 1 bottom left, 2 bottom right, 3 top right. Order X+, X-, Y+, Y-.
  private static final int[] EVEN_CHIP = {2, 0, 1, 3};
  private static final int[] ODD_CHIP = {3, 1, 2, 0};

  private LinkPorts() {}

  /** Returns the quadrant of the chip's port in a direction, empty where it is not published. */
  static OptionalInt quadrantAt(Topology topology, int chip, LinkDirection direction) {
    if (direction.kind() == LinkKind.Z) {
      return OptionalInt.empty();
    }
    int row = topology.coordinate(chip, 1);
    boolean even = (row + topology.coordinate(chip, 0)) % 2 == 0;
    int quadrant = (even ? EVEN_CHIP : ODD_CHIP)[direction.ordinal()];
    int halfTurn = row % 2 == 0 ? 0 : 2;
    return OptionalInt.of((quadrant + halfTurn) % QUADRANTS);
  }

  /** Returns the die that a chip's port in a direction sits on, empty where not published. */
  static OptionalInt dieAt(Topology topology, int chip, LinkDirection direction) {
    OptionalInt quadrant = quadrantAt(topology, chip, direction);
    return quadrant.isPresent()
        ? OptionalInt.of(quadrant.getAsInt() * ChipSpec.DIES / QUADRANTS)
        : quadrant;
  }
}
