/** The older dialect's optimiser, as modelled: rewrites of a program before it is compiled. */
package trn2sim.kernels.nki.middleend;
