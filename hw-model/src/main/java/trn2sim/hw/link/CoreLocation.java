package trn2sim.hw.link;

/**
 * Where a physical core sits: its chip, and its die, HBM stack and number within the chip.
 *
 * <p>Two dies per chip and two core pairs per die, each pair with its own HBM stack: Neuron driver,
 * v3 address map; stack sharing: Neuron documentation, logical NeuronCore configuration.
 */
public record CoreLocation(int chip, int die, int stack, int core) {}
