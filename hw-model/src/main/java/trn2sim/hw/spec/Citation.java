package trn2sim.hw.spec;

/** Where a value comes from: a short id and the text a reader needs to find it. */
public record Citation(String id, String text) {}
