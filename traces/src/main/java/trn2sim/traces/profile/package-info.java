/** Measured profiles: the Neuron profiler's JSON, read as a stream and kept in columns. */
package trn2sim.traces.profile;
