package trn2sim.kernels.check;

import java.util.function.BinaryOperator;
import java.util.stream.IntStream;

/** The numbers below a limit in chunks of one size, the last one shorter, for all processors. */
public record Chunks(int limit, int size) {
  public static Chunks of(int limit, int size) {
    return new Chunks(limit, size);
  }

  /** Does something with the chunk that starts at {@code first}. */
  public interface Work {
    void accept(int first, int count);
  }

  /** Finds out something about the chunk that starts at {@code first}. */
  public interface Question<T> {
    T apply(int first, int count);
  }

  public void forEach(Work work) {
    IntStream.range(0, number()).parallel().forEach(i -> work.accept(i * size, count(i)));
  }

  /** The answers for all chunks put together, in order. */
  public <T> T reduce(T none, Question<T> question, BinaryOperator<T> together) {
    return IntStream.range(0, number())
        .parallel()
        .mapToObj(i -> question.apply(i * size, count(i)))
        .reduce(none, together);
  }

  private int number() {
    return (limit + size - 1) / size;
  }

  private int count(int chunk) {
    return Math.min(size, limit - chunk * size);
  }
}
