package trn2sim.hw.memory;

import java.util.List;

/**
 * How one partition's elements are visited: nested [stride, count] pairs in elements, outermost
 * first, the same in every partition (at most four, strides int16, counts uint16: NKI access
 * patterns).
 */
public record Pattern(List<Dim> dims) {
  /** One loop of the pattern. */
  public record Dim(int stride, int count) {}

  private static final int MAX_DIMS = 4;
  private static final int MAX_COUNT = 1 << 16;

  public Pattern {
    dims = List.copyOf(dims);
    if (dims.isEmpty() || dims.size() > MAX_DIMS) {
      throw new IllegalArgumentException("a pattern has 1 to " + MAX_DIMS + " dimensions: " + dims);
    }
    for (Dim dim : dims) {
      if (dim.count < 1 || dim.stride < 0) {
        throw new IllegalArgumentException("bad [stride, count] in " + dims);
      }
    }
  }

  static Pattern contiguous(int count) {
    return new Pattern(List.of(new Dim(1, count)));
  }

  /** Elements visited per partition. */
  public int elements() {
    int elements = 1;
    for (Dim dim : dims) {
      elements = Math.multiplyExact(elements, dim.count);
    }
    return elements;
  }

  /** Distance from the first to just after the last element visited. */
  public int span() {
    int last = 0;
    for (Dim dim : dims) {
      last += dim.stride * (dim.count - 1);
    }
    return last + 1;
  }

  /** Stride of the innermost loop. */
  public int innerStride() {
    return dims.get(dims.size() - 1).stride;
  }

  /** Length of the runs of adjacent elements. */
  public int run() {
    int run = 1;
    for (int i = dims.size() - 1; i >= 0; i--) {
      Dim dim = dims.get(i);
      if (dim.stride != run) {
        break;
      }
      run *= dim.count;
    }
    return run;
  }

  boolean isEncodable() {
    return dims.stream().allMatch(dim -> dim.count < MAX_COUNT && dim.stride < MAX_COUNT / 2);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Dim dim : dims) {
      text.append('[').append(dim.stride).append(',').append(dim.count).append(']');
    }
    return text.toString();
  }
}
