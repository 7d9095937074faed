/**
 * Kernels written in NKI: records them with the Python program, turns each recorded call into
 * instructions by a rule, and checks what they compute.
 */
package trn2sim.kernels.nki;
