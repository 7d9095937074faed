/** The stream of a recorded kernel as it is written: records, calls, tensors and their views. */
package trn2sim.kernels.nki.stream;
