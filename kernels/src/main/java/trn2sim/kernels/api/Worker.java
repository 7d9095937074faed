package trn2sim.kernels.api;

import trn2sim.core.program.Process;

/** A process of a run and the rank it works for. */
public record Worker(Process process, int rank) {}
