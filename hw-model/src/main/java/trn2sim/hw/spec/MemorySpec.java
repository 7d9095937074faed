package trn2sim.hw.spec;

import trn2sim.core.unit.Bandwidth;

/**
 * The memories of a core and the HBM stack behind it.
 *
 * @param partitionBytes bytes of SBUF in each partition
 * @param usableBytes what a program may use of them
 * @param psumBankBytes bytes of a bank in each partition
 * @param stackEfficiency share of an HBM stack's bandwidth that contiguous tiles reach
 * @param pieceEfficiency the same for rows in pieces, of which memory has others between
 * @param pieceBytes pieces of so many bytes are as good as contiguous tiles
 */
public record MemorySpec(
    long partitionBytes,
    long usableBytes,
    Bandwidth sbufBandwidth,
    int psumBanks,
    int psumBankBytes,
    Bandwidth stackBandwidth,
    double stackEfficiency,
    double pieceEfficiency,
    long pieceBytes,
    long stackBytes) {
  private static final int MOST_BANKS = 1024;
  private static final String PARTITIONS = "the partitions that NKI's instructions address";

  MemorySpec(Leaves leaves) {
    this(
        leaves.in("sbuf").bytes("partition_bytes", "1 KiB", "64 MiB"),
        leaves.in("sbuf").bytes("usable_partition_bytes", "1 KiB", "64 MiB"),
        leaves.in("sbuf").bandwidth("bandwidth"),
        leaves.in("psum").count("banks", MOST_BANKS),
        (int) leaves.in("psum").bytes("bank_bytes", "1 B", "1 GiB"),
        leaves.in("hbm").bandwidth("stack_bandwidth"),
        leaves.in("hbm").share("stack_efficiency"),
        leaves.in("hbm").share("piece_efficiency"),
        leaves.in("hbm").bytes("piece_bytes", "1 B", "1 GiB"),
        leaves.in("hbm").bytes("stack_capacity", "1 MiB", "1024 GiB"));
    checkSbuf(leaves.in("sbuf"));
    checkPsum(leaves.in("psum"));
  }

  /** How much longer a byte of a short piece keeps a stack busy than one of a contiguous tile. */
  public double pieceLoad() {
    return Math.max(1, stackEfficiency / pieceEfficiency);
  }

  private void checkSbuf(Leaves sbuf) {
    sbuf.fixed("partitions", NkiLimits.PARTITIONS, PARTITIONS);
    sbuf.require(
        !sbuf.overridden("partition_bytes") || sbuf.overridden("usable_partition_bytes"),
        "partition_bytes",
        "an override of sbuf.usable_partition_bytes beside it, for programs use that many");
    sbuf.require(
        usableBytes <= partitionBytes,
        "usable_partition_bytes",
        "at most " + sbuf.cited("sbuf.partition_bytes"));
    sbuf.derived(
        "size",
        Quantity.BYTES,
        (double) NkiLimits.PARTITIONS * partitionBytes,
        0,
        "sbuf.partitions",
        "sbuf.partition_bytes");
  }

  private void checkPsum(Leaves psum) {
    psum.fixed("partitions", NkiLimits.PARTITIONS, PARTITIONS);
    psum.require(
        psumBankBytes == NkiLimits.bankBytes(),
        "bank_bytes",
        NkiLimits.bankBytes()
            + " B, for nc_matmul fills a bank with "
            + NkiLimits.MOVING
            + " fp32");
    psum.derived(
        "size",
        Quantity.BYTES,
        (double) NkiLimits.PARTITIONS * psumBanks * psumBankBytes,
        0,
        "psum.partitions",
        "psum.banks",
        "psum.bank_bytes");
  }
}
