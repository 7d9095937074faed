/** Looks for changes to a scenario that change its result: other sizes, another path, a fit. */
package trn2sim.traces.search;
