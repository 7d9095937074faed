package trn2sim.hw.link;

/** One write of a transfer: the rank that receives and the way the data takes. */
public record Delivery(int rank, LinkRoute route) {}
