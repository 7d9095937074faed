package trn2sim.hw.spec;

import java.util.List;

/**
 * What a chip holds, and how many chips there are.
 *
 * @param stacks HBM stacks, each shared by as many cores
 * @param chips chips joined by links
 * @param serverChips chips behind one switch; 0 if the chips form a torus, without switches
 */
public record ChipSpec(int cores, int stacks, int chips, int serverChips) {
  /** Dies of a chip; half of its cores sit on each. */
  public static final int DIES = 2;

  private static final int MOST_CORES = 64;
  private static final int LARGEST_RANK = 2;

  /** One chip, a 4x4 torus, and four of those joined by Z links. */
  private static final List<Integer> WIRED = List.of(1, 16, 64);

  /** The racks of an UltraServer with switches. */
  public static final int RACKS = 2;

  private static final int MOST_CHIPS = 144;
  private static final String SERVER = "server_chips";

  ChipSpec(Leaves leaves) {
    this(
        leaves.in("chip").count("cores", MOST_CORES),
        leaves.in("chip").count("hbm_stacks", MOST_CORES),
        leaves.in("instance").count("chips", Integer.MAX_VALUE),
        leaves.in("link").has(SERVER) ? leaves.in("link").whole(SERVER, 2, MOST_CHIPS) : 0);
    Leaves chip = leaves.in("chip");
    boolean paired = cores % (LARGEST_RANK * stacks) == 0;
    chip.require(
        paired || !chip.overridden("hbm_stacks"),
        "hbm_stacks",
        "a number that shares out chip.cores "
            + cores
            + " in pairs, for both cores of an LNC=2 rank use one stack");
    chip.require(
        paired,
        "cores",
        "a multiple of "
            + LARGEST_RANK * stacks
            + ", for both cores of an LNC=2 rank use one of chip.hbm_stacks "
            + stacks);
    if (serverChips == 0) {
      leaves.in("instance").require(WIRED.contains(chips), "chips", "1, 16 or 64");
    } else {
      requireServers(leaves);
    }
  }

  private void requireServers(Leaves leaves) {
    int pair = RACKS * serverChips;
    boolean whole = chips % pair == 0 && chips <= MOST_CHIPS;
    leaves
        .in(leaves.in("link").overridden(SERVER) ? "link" : "instance")
        .require(
            chips == 1 || chips == serverChips || whole,
            leaves.in("link").overridden(SERVER) ? SERVER : "chips",
            ("instance.chips " + chips + " to be 1, a server of link.server_chips " + serverChips)
                + (", or a multiple of "
                    + pair
                    + " up to "
                    + MOST_CHIPS
                    + ": servers in two racks"));
  }

  public int coresPerStack() {
    return cores / stacks;
  }
}
