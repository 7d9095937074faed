package trn2sim.cluster;

import blue.strategic.parquet.ParquetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/**
 * The table of a sweep as a Parquet file, for programs that read columns: those of the CSV file,
 * numbers as numbers, and units in the names of columns.
 */
final class ParquetTable {
  private static final String ERROR = "error";

  private ParquetTable() {}

  /** Writes {@code sweep.parquet}, complete or not at all. */
  static void write(SweepTable table, Path directory) throws IOException {
    List<Column> columns = columns(table);
    MessageType schema =
        new MessageType("sweep", columns.stream().map(Column::type).toArray(Type[]::new));
    Path scratch = Files.createTempDirectory(directory, ".parquet");
    Path made = scratch.resolve("sweep.parquet");
    try {
      try (ParquetWriter<SweepRow> writer =
          ParquetWriter.writeFile(
              schema,
              made.toFile(),
              (row, cells) -> {
                Map<String, String> texts = cells(row);
                for (Column column : columns) {
                  String text = texts.get(column.source());
                  if (text != null) {
                    cells.write(column.name(), column.value(text));
                  }
                }
              })) {
        for (SweepRow row : table.rows()) {
          writer.write(row);
        }
      }
      Files.move(made, directory.resolve("sweep.parquet"), StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(made);
      Files.delete(scratch);
    }
  }

  /** Those that at least one row has, in the order of the CSV file. */
  static List<Column> columns(SweepTable table) {
    Map<String, Column> known = new LinkedHashMap<>();
    for (SweepRow row : table.rows()) {
      cells(row).forEach((name, text) -> known.merge(name, Column.of(name, text), Column::and));
    }
    return Stream.of(table.axes(), table.columns(), List.of(ERROR))
        .flatMap(List::stream)
        .filter(known::containsKey)
        .map(known::get)
        .toList();
  }

  private static Map<String, String> cells(SweepRow row) {
    Map<String, String> cells = new LinkedHashMap<>(row.values());
    cells.putAll(row.figures());
    if (row.failed()) {
      cells.put(ERROR, row.error());
    }
    return cells;
  }
}
