/** Device descriptions: named parameters, each with its unit, its source and our confidence. */
package trn2sim.hw.spec;
