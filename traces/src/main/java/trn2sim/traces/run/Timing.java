package trn2sim.traces.run;

import java.util.OptionalLong;

/**
 * How long a kernel takes.
 *
 * @param sequentialPs gathering first, for kernels that can be compared with that
 */
public record Timing(long totalPs, OptionalLong sequentialPs) {}
