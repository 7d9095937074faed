package trn2sim.traces.analysis;

/**
 * A part of the time of the busiest Tensor engine.
 *
 * @param lost whether it is anything but arithmetic at the array's peak
 */
public record GapCause(String name, long ps, boolean lost) {}
