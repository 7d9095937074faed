/** The cost model held against measured profiles, and parameters fitted to them. */
package trn2sim.traces.calibrate;
