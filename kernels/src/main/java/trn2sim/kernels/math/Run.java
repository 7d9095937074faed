package trn2sim.kernels.math;

/** Evenly spaced elements of a storage: start, distance between neighbours, and how many. */
public record Run(int start, int stride, int count) {
  /** Index in the storage of the i-th element of this run. */
  public int index(int i) {
    return start + i * stride;
  }

  /** Whether the elements are neighbours in memory. */
  public boolean dense() {
    return stride == 1;
  }

  /** The given part of this run. */
  public Run part(int from, int length) {
    return new Run(index(from), stride, length);
  }
}
