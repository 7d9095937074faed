package trn2sim.viz.spans;

/**
 * A quantity over time: from {@code at[i]} on it is {@code values[i] / scale}.
 *
 * @param group the core or chip it belongs to
 * @param limit the most it can be, in its unit
 */
record Counter(
    String group, String name, String unit, double limit, int scale, long[] at, long[] values) {}
