package trn2sim.hw.memory;

import java.util.List;

/**
 * How one partition's elements are visited: nested [stride, count] pairs in elements, outermost
 * first, the same in every partition (an engine takes at most four, strides int16, counts uint16:
 * NKI access patterns). A negative stride goes backwards.
 */
public final class Pattern {
  /** One loop of the pattern. */
  public record Dim(int stride, int count) {}

  private static final int MAX_DIMS = 4;
  private static final int MAX_COUNT = 1 << 16;

  private final List<Dim> dims;
  private final int elements;
  private final int low;
  private final int span;
  private final int run;
  private final boolean encodable;

  public Pattern(List<Dim> dims) {
    this.dims = List.copyOf(dims);
    if (dims.isEmpty()) {
      throw new IllegalArgumentException("a pattern has a dimension at least");
    }
    int visited = 1;
    int last = 0;
    int first = 0;
    int adjacent = 1;
    boolean broken = false;
    boolean fits = dims.size() <= MAX_DIMS;
    for (int i = dims.size() - 1; i >= 0; i--) {
      Dim dim = dims.get(i);
      if (dim.count < 1) {
        throw new IllegalArgumentException("bad [stride, count] in " + dims);
      }
      visited = Math.multiplyExact(visited, dim.count);
      int reach = Math.multiplyExact(dim.stride, dim.count - 1);
      last += Math.max(reach, 0);
      first += Math.min(reach, 0);
      broken |= dim.stride != adjacent;
      adjacent *= broken ? 1 : dim.count;
      fits &= dim.count < MAX_COUNT && Math.abs(dim.stride) < MAX_COUNT / 2;
    }
    this.elements = visited;
    this.low = first;
    this.span = last - first + 1;
    this.run = adjacent;
    this.encodable = fits;
  }

  /** Most patterns are one run of adjacent elements, for which the general way is slow. */
  private Pattern(Dim run) {
    if (run.count < 1) {
      throw new IllegalArgumentException("bad [stride, count] in " + run);
    }
    this.dims = List.of(run);
    this.elements = run.count;
    this.low = 0;
    this.span = run.count;
    this.run = run.count;
    this.encodable = run.count < MAX_COUNT;
  }

  static Pattern contiguous(int count) {
    return new Pattern(new Dim(1, count));
  }

  public List<Dim> dims() {
    return dims;
  }

  /** Elements visited per partition. */
  public int elements() {
    return elements;
  }

  /** Where the lowest element is, from the first visited: 0 or negative. */
  public int low() {
    return low;
  }

  /** Distance from the lowest to just after the highest element visited. */
  public int span() {
    return span;
  }

  /** Distance between the elements of the innermost loop. */
  public int innerStride() {
    return Math.abs(dims.get(dims.size() - 1).stride);
  }

  /** Length of the runs of adjacent elements. */
  public int run() {
    return run;
  }

  /** Whether an engine's instruction can hold it; DMA descriptors know no such limit. */
  public boolean isEncodable() {
    return encodable;
  }

  /** Whether a loop of it is longer than an instruction's may be. */
  public boolean isTooLong() {
    return dims.stream().anyMatch(dim -> dim.count >= MAX_COUNT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Pattern pattern && pattern.dims.equals(dims);
  }

  @Override
  public int hashCode() {
    return dims.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    appendTo(text);
    return text.toString();
  }

  void appendTo(StringBuilder text) {
    for (Dim dim : dims) {
      text.append('[').append(dim.stride).append(',').append(dim.count).append(']');
    }
  }
}
