package trn2sim.core.program;

/**
 * What an engine does for itself between having all that a task needs and starting it.
 *
 * @param text what the engine does, {@code loads the table of exp}
 */
public record Preparation(long ps, String text) {}
