package trn2sim.traces.run;

import java.util.Optional;
import trn2sim.core.sim.Estimate;

/**
 * What several runs with random numbers of their own say.
 *
 * @param totalUs the kernel's time
 * @param speedup over the parts one after the other, where there is such a thing
 */
public record Replications(Estimate totalUs, Optional<Estimate> speedup) {}
