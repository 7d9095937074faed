/** What a run says, as values: every output reads them, and none computes a figure of its own. */
package trn2sim.traces.findings;
