package trn2sim.kernels.nki.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.kernels.api.Problem;

/**
 * A tensor as the stream declares it.
 *
 * @param space sbuf, psum, private_hbm or shared_hbm
 * @param role input, output, inout or scratch
 * @param group file and line of its allocation
 * @param place its address, if the kernel chose one
 * @param fill what a constant holds
 * @param range which values an argument may have, if anybody says
 * @param values what an argument holds, row by row, if anybody says
 * @param result its place among the tensors that the kernel returns
 */
public record Declaration(
    int id,
    String name,
    String space,
    String dtype,
    List<Long> shape,
    String role,
    String group,
    Optional<Problem.Range> range,
    Optional<List<Number>> values,
    OptionalInt result,
    Optional<Address> place,
    Optional<Object> fill) {
  private static final String NUMBERED = "t";

  /** Where a tile lies: its first partition, and bytes from there on; in PSUM from bank 0 on. */
  public record Address(int partition, long bytes) {}

  public static Declaration of(Fields json) {
    List<Long> shape = new ArrayList<>();
    Fields sizes = json.list("shape");
    for (int i = 0; i < sizes.size(); i++) {
      shape.add(sizes.integer(i));
    }
    if (shape.isEmpty()) {
      shape.add(1L);
    }
    return new Declaration(
        json.small("id"),
        json.text("name"),
        json.text("space"),
        json.text("dtype"),
        List.copyOf(shape),
        json.text("role"),
        json.text("group"),
        json.has("range") ? Optional.of(range(json)) : Optional.empty(),
        json.has("values") ? Optional.of(values(json, shape)) : Optional.empty(),
        json.has("result") ? OptionalInt.of(json.small("result")) : OptionalInt.empty(),
        json.has("addr")
            ? Optional.of(new Address(json.list("addr").small(0), json.list("addr").integer(1)))
            : Optional.empty(),
        Optional.ofNullable(json.members().get("fill")));
  }

  private static Problem.Range range(Fields json) {
    if (json.members().get("range") instanceof List<?> two
        && two.size() == 2
        && two.get(0) instanceof Number low
        && two.get(1) instanceof Number high
        && low.doubleValue() < high.doubleValue()) {
      return new Problem.Range(low.doubleValue(), high.doubleValue());
    }
    throw json.wrong(json.members().get("range"), "[low, high] as range of a tensor");
  }

  private static List<Number> values(Fields json, List<Long> shape) {
    long size = shape.stream().reduce(1L, Math::multiplyExact);
    List<Number> values = new ArrayList<>();
    if (json.members().get("values") instanceof List<?> given) {
      given.forEach(value -> values.add(value instanceof Number number ? number : Double.NaN));
    }
    if (values.size() != size
        || values.stream().anyMatch(value -> Double.isNaN(value.doubleValue()))) {
      throw json.wrong(json.members().get("values"), size + " numbers as values of a tensor");
    }
    return List.copyOf(values);
  }

  public MemorySpace memory() {
    return switch (space) {
      case "sbuf" -> MemorySpace.SBUF;
      case "psum" -> MemorySpace.PSUM;
      case "private_hbm", "shared_hbm" -> MemorySpace.HBM;
      default -> throw new UnsupportedException(name + " in the memory " + space);
    };
  }

  public DType type() {
    return ElementTypes.of(name, dtype);
  }

  /** Bytes of a partition of a tile on chip. */
  public long rowBytes() {
    return size() / shape.get(0) * type().bytes();
  }

  /** Whether the kernel names it; the recorder numbers those it does not. */
  public boolean isNamed() {
    return !name.equals(NUMBERED + id);
  }

  /** Whether it is an argument, filled by the caller. */
  public boolean given() {
    return (role.equals("input") || role.equals("inout")) && fill.isEmpty();
  }

  /** A tile that holds several of this one side by side. */
  public Declaration wide(int number, int tiles) {
    List<Long> both = List.of(shape.get(0), size() / shape.get(0) * tiles);
    return new Declaration(
        number,
        isNamed() ? name : NUMBERED + number,
        space,
        dtype,
        both,
        role,
        group,
        Optional.empty(),
        Optional.empty(),
        result,
        Optional.empty(),
        Optional.empty());
  }

  /** Elements in all. */
  public long size() {
    long size = 1;
    for (long dimension : shape) {
      size = Math.multiplyExact(size, dimension);
    }
    return size;
  }

  public boolean shared() {
    return space.equals("shared_hbm");
  }
}
