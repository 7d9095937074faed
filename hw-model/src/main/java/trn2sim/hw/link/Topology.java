package trn2sim.hw.link;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.hw.spec.ChipSpec;

/**
 * The chips of one machine and the directed links between them: a torus of columns, rows and
 * instances.
 *
 * <p>Chip id = 16 * instance + 4 * row + column, neighbours are row and column plus or minus one
 * modulo 4, and the chips at one coordinate of an UltraServer's four instances form a ring: Neuron
 * documentation, Trn2 architecture. An axis of extent 1 has no links.
 *
 * <p>With switches a column is a chip's place in its server, a row a server of a rack, an instance
 * a rack (Neuron documentation, Trn3 architecture). A chip then has one port to the switches of
 * each level: X inside its server, Y to other servers of the rack, Z to the other rack; plus is
 * out, minus is in. Such links lead to no one chip, so they have no target and no reverse.
 */
public record Topology(String name, int columns, int rows, int instances, ChipSpec chip) {
  public Topology {
    for (int extent : new int[] {columns, rows, instances}) {
      // Extent 2 would need two links between one pair of chips; 3 would break the bipartite law.
      if (chip.serverChips() == 0 && extent != 1 && extent != 4) {
        throw new IllegalArgumentException("axis extent must be 1 or 4, not " + extent);
      }
    }
  }

  /**
   * Returns the machine of so many chips: one, a 16-chip instance, or an UltraServer of four
   * instances joined by Z rings; with switches one, a server, or the two racks of an UltraServer.
   */
  public static Topology of(ChipSpec chip) {
    if (chip.serverChips() > 0) {
      return switched(chip);
    }
    return switch (chip.chips()) {
      case 1 -> new Topology("trn2.3xlarge", 1, 1, 1, chip);
      case 16 -> new Topology("trn2.48xlarge", 4, 4, 1, chip);
      case 64 -> new Topology("trn2-ultraserver", 4, 4, 4, chip);
      default -> throw new IllegalArgumentException("no machine of " + chip.chips() + " chips");
    };
  }

  private static Topology switched(ChipSpec chip) {
    int server = chip.serverChips();
    if (chip.chips() <= server) {
      String name = chip.chips() == 1 ? "one chip" : "a server of " + server + " chips";
      return new Topology(name, chip.chips(), 1, 1, chip);
    }
    String name = "an UltraServer of " + chip.chips() + " chips";
    return new Topology(name, server, chip.chips() / server / ChipSpec.RACKS, ChipSpec.RACKS, chip);
  }

  /** Returns whether chips are joined by switches and not by cables of their own. */
  public boolean switched() {
    return chip.serverChips() > 0;
  }

  /** Returns the ports between two chips with switches: out of the one and into the other. */
  List<Link> throughSwitch(int from, int to) {
    for (int axis = 2; axis >= 0; axis--) {
      if (coordinate(from, axis) != coordinate(to, axis)) {
        return List.of(
            new Link(from, LinkDirection.of(axis, true)),
            new Link(to, LinkDirection.of(axis, false)));
      }
    }
    return List.of();
  }

  /** Returns how many chips the machine has. */
  public int chips() {
    return columns * rows * instances;
  }

  /** Returns how many chips one instance has. */
  int chipsPerInstance() {
    return columns * rows;
  }

  /** Returns how many physical cores the machine has. */
  public int cores() {
    return chips() * chip.cores();
  }

  /** Returns where a physical core sits. */
  public CoreLocation locate(int core) {
    int number = core / chip.cores();
    checkChip(number);
    int local = core % chip.cores();
    int die = local * ChipSpec.DIES / chip.cores();
    return new CoreLocation(number, die, local / chip.coresPerStack(), local);
  }

  /** Returns a chip's coordinate on an axis: 0 = column, 1 = row, 2 = instance. */
  int coordinate(int chip, int axis) {
    checkChip(chip);
    return switch (axis) {
      case 0 -> chip % columns;
      case 1 -> chip / columns % rows;
      default -> chip / chipsPerInstance();
    };
  }

  int extent(int axis) {
    return new int[] {columns, rows, instances}[axis];
  }

  /** Returns the link leaving a chip in a direction, if its axis has links. */
  public Optional<Link> link(int chip, LinkDirection direction) {
    checkChip(chip);
    return extent(direction.axis()) == 1
        ? Optional.empty()
        : Optional.of(new Link(chip, direction));
  }

  /** Returns the chip a link leads to. */
  public int target(Link link) {
    int axis = link.direction().axis();
    int extent = extent(axis);
    int stride = new int[] {1, columns, chipsPerInstance()}[axis];
    int from = coordinate(link.chip(), axis);
    int to = Math.floorMod(from + link.direction().sign(), extent);
    return link.chip() + (to - from) * stride;
  }

  /** Returns the same cable's wire in the other direction. */
  public Link reverse(Link link) {
    return new Link(target(link), link.direction().opposite());
  }

  /** Returns the links leaving a chip, in the order X+, X-, Y+, Y-, Z+, Z-. */
  List<Link> linksFrom(int chip) {
    List<Link> links = new ArrayList<>();
    for (LinkDirection direction : LinkDirection.values()) {
      link(chip, direction).ifPresent(links::add);
    }
    return List.copyOf(links);
  }

  /** Returns all directed links, ordered by id. */
  public List<Link> links() {
    List<Link> links = new ArrayList<>();
    for (int chip = 0; chip < chips(); chip++) {
      links.addAll(linksFrom(chip));
    }
    return List.copyOf(links);
  }

  /** Returns the link from one chip to another, if they are neighbours. */
  Optional<Link> linkBetween(int from, int to) {
    checkChip(to);
    return linksFrom(from).stream().filter(link -> target(link) == to).findFirst();
  }

  /** Returns the least number of links between two chips. */
  int distance(int from, int to) {
    int hops = 0;
    for (int axis = 0; axis < 3; axis++) {
      int ahead = Math.floorMod(coordinate(to, axis) - coordinate(from, axis), extent(axis));
      hops += Math.min(ahead, extent(axis) - ahead);
    }
    return hops;
  }

  private void checkChip(int chip) {
    if (chip < 0 || chip >= chips()) {
      throw new IllegalArgumentException(
          "chip " + chip + " is not one of the " + chips() + " of " + name);
    }
  }
}
