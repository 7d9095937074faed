/** Whether outputs are right: exactly for whole numbers, within proven bounds for others. */
package trn2sim.kernels.check;
