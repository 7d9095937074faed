package trn2sim.hw.compiler;

import trn2sim.hw.isa.Script;

/**
 * A script as the engines run it, and what became of the source.
 *
 * @param moved instructions that overtook an earlier one of their lane
 * @param open instructions whose engine the source left open
 */
public record Compiled(Script script, int moved, int open) {}
