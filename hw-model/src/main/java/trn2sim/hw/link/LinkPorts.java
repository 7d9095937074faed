package trn2sim.hw.link;

import java.util.OptionalInt;

/**
 * Next to which HBM stack (the LNC=2 rank of the same number) each X and Y link lands.
 *
 * <p>Read from the LNC=2 instance figure of the Neuron documentation: each of a chip's four links
 * lands on another quadrant. Cores count down the left die and up the right one; chips of odd rows
 * are rotated by half a turn. Left and right ports of odd rows follow from the figure's straight
 * cables. Nothing is published for Z links.
 */
public final class LinkPorts {
  // Quadrants: 0 top left, 1 bottom left, 2 bottom right, 3 top right. Order X+, X-, Y+, Y-.
  private static final int[] EVEN_CHIP = {2, 0, 1, 3};
  private static final int[] ODD_CHIP = {3, 1, 2, 0};

  private LinkPorts() {}

  /** Returns the stack beside the chip's port in a direction, empty where it is not published. */
  public static OptionalInt stackAt(Topology topology, int chip, LinkDirection direction) {
    if (direction.kind() == LinkKind.Z) {
      return OptionalInt.empty();
    }
    int row = topology.coordinate(chip, 1);
    boolean even = (row + topology.coordinate(chip, 0)) % 2 == 0;
    int quadrant = (even ? EVEN_CHIP : ODD_CHIP)[direction.ordinal()];
    int halfTurn = row % 2 == 0 ? 0 : 2;
    return OptionalInt.of((quadrant + halfTurn) % Topology.STACKS_PER_CHIP);
  }

  /** Returns the die that a chip's port in a direction sits on, empty where not published. */
  public static OptionalInt dieAt(Topology topology, int chip, LinkDirection direction) {
    OptionalInt stack = stackAt(topology, chip, direction);
    return stack.isPresent()
        ? OptionalInt.of(stack.getAsInt() * Topology.DIES_PER_CHIP / Topology.STACKS_PER_CHIP)
        : stack;
  }
}
