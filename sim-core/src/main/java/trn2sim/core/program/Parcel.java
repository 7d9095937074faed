package trn2sim.core.program;

/**
 * What of a collective moved between two processes.
 *
 * @param sent the sender's task
 * @param received the receiver's
 */
public record Parcel(int sent, int received, int part) {}
