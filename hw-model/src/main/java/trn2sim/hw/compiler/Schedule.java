package trn2sim.hw.compiler;

/**
 * When each node of a program starts on the scheduler's clock, and where.
 *
 * @param order the nodes by start, nodes that start together in program order
 * @param engine the engine of each node
 */
public record Schedule(int[] order, long[] start, int[] engine) {}
