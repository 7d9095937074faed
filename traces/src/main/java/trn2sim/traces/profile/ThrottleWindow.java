package trn2sim.traces.profile;

/**
 * A stretch of time in which the array ran at {@code k} of {@code n} of its pace: 8 of 8 is full, 4
 * of 8 half.
 */
public record ThrottleWindow(int core, long startPs, long endPs, int k, int n) {}
