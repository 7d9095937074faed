package trn2sim.hw.memory;

/**
 * A run-time scalar, such as the ring's current rank id, that an operand's address may depend on.
 * Its value differs from core to core; {@code bound} is one more than the largest it takes.
 */
public record Register(int id, String name, int bound) {}
