package trn2sim.kernels.api;

import java.util.Optional;

/**
 * What each rank has to do, and how fast it could.
 *
 * @param flopsPerRank useful floating-point operations of one rank
 * @param peakFlopsPerRank floating-point operations per second that one rank's hardware can do
 * @param problem the mathematics, absent for programs that only measure time
 */
public record Work(double flopsPerRank, double peakFlopsPerRank, Optional<Problem> problem) {}
