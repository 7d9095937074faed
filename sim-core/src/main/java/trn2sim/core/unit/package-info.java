/** Typed physical quantities: each wraps one {@code long} in its base unit and parses strictly. */
package trn2sim.core.unit;
