package trn2sim.cluster;

import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * A column of a table as its cells are: whole numbers, numbers, numbers of one unit, or text.
 *
 * @param unit of all numbers, empty if they have none
 */
record Column(String source, Kind kind, String unit) {
  private static final Pattern CELL =
      Pattern.compile("([-+]?[0-9]+(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)(?: (\\D.*))?");
  private static final Pattern WHOLE = Pattern.compile("[-+]?[0-9]{1,18}");

  /** From the narrowest to the widest. */
  enum Kind {
    WHOLE(PrimitiveTypeName.INT64) {
      @Override
      Object value(String number) {
        return Long.valueOf(number);
      }
    },
    NUMBER(PrimitiveTypeName.DOUBLE) {
      @Override
      Object value(String number) {
        return Double.valueOf(number);
      }
    },
    TEXT(PrimitiveTypeName.BINARY) {
      @Override
      Object value(String text) {
        return text;
      }
    };

    private final PrimitiveTypeName type;

    Kind(PrimitiveTypeName type) {
      this.type = type;
    }

    abstract Object value(String text);

    static final BinaryOperator<Kind> WIDER = (a, b) -> a.compareTo(b) >= 0 ? a : b;
  }

  /** A column of which one cell is known. */
  static Column of(String source, String cell) {
    Matcher matcher = CELL.matcher(cell);
    if (!matcher.matches()) {
      return new Column(source, Kind.TEXT, "");
    }
    boolean whole = WHOLE.matcher(matcher.group(1)).matches();
    String unit = Optional.ofNullable(matcher.group(2)).orElse("");
    return new Column(source, whole ? Kind.WHOLE : Kind.NUMBER, unit);
  }

  /** A column that holds what both hold. */
  Column and(Column other) {
    return unit.equals(other.unit)
        ? new Column(source, Kind.WIDER.apply(kind, other.kind), unit)
        : new Column(source, Kind.TEXT, "");
  }

  /** Its name, with the unit if its numbers have one. */
  String name() {
    return unit.isEmpty() ? source : source + " [" + unit + "]";
  }

  Type type() {
    return kind == Kind.TEXT
        ? Types.optional(kind.type).as(LogicalTypeAnnotation.stringType()).named(name())
        : Types.optional(kind.type).named(name());
  }

  Object value(String cell) {
    return kind.value(unit.isEmpty() ? cell : cell.substring(0, cell.indexOf(' ')));
  }
}
