package trn2sim.kernels.check;

import java.util.Optional;

/**
 * How one rank's output compares with the reference.
 *
 * @param relErr largest absolute error over the largest expected magnitude
 * @param bound what {@code relErr} may be at most
 * @param reference how the expected values were obtained
 * @param wrong the first element found to be wrong, and where others are
 */
public record RankVerdict(
    int rank,
    boolean passed,
    double relErr,
    double maxAbsErr,
    double bound,
    String reference,
    Optional<Mismatch> wrong) {}
