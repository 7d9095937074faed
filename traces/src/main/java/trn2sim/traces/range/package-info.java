/** Between which times a run may lie, given all that is not known of compiler and device. */
package trn2sim.traces.range;
