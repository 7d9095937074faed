/** Compiled instruction orders of real kernels, to hold the compiler model against. */
package trn2sim.traces.order;
