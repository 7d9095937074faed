package trn2sim.kernels.nki;

import java.util.AbstractList;
import java.util.List;
import java.util.stream.DoubleStream;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.math.Tile;

/** Tensors as Python has them: lists of lists of numbers. */
final class NestedLists {
  private NestedLists() {}

  /** The values of a tensor of this shape, made when they are asked for. */
  static Object of(Tile tile, List<Long> shape, boolean whole) {
    return of(tile, shape, 0, whole);
  }

  private static Object of(Tile tile, List<Long> shape, long first, boolean whole) {
    if (shape.isEmpty()) {
      double value = tile.exact((int) (first / tile.cols()), (int) (first % tile.cols()));
      return whole ? (Object) (long) value : (Object) value;
    }
    List<Long> inner = shape.subList(1, shape.size());
    long each = inner.stream().reduce(1L, Math::multiplyExact);
    return new AbstractList<Object>() {
      @Override
      public Object get(int index) {
        return of(tile, inner, first + index * each, whole);
      }

      @Override
      public int size() {
        return Math.toIntExact(shape.get(0));
      }
    };
  }

  /** All numbers of nested lists, from the first to the last. */
  static double[] numbers(Object value) {
    return stream(value).toArray();
  }

  private static DoubleStream stream(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().flatMapToDouble(NestedLists::stream);
    }
    if (value instanceof Boolean truth) {
      return DoubleStream.of(truth ? 1 : 0);
    }
    if (value instanceof Number number) {
      return DoubleStream.of(number.doubleValue());
    }
    throw new KernelException("kernel.reference", value, "lists of numbers");
  }
}
