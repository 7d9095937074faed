/** Measured profiles as runs: every instruction at its measured time, waits put down to causes. */
package trn2sim.traces.replay;
