/**
 * What the Neuron compiler makes of a kernel's source, as far as it decides the time: the order of
 * each engine's instructions, the engines of copies that name none, and the space their tiles take.
 * {@link trn2sim.hw.compiler.Compiler} is the way in: a script goes in as written and comes out as
 * the engines run it.
 */
package trn2sim.hw.compiler;
