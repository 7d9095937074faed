package trn2sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import blue.strategic.parquet.Hydrator;
import blue.strategic.parquet.HydratorSupplier;
import blue.strategic.parquet.ParquetReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.traces.sweep.SweepRow;
import trn2sim.traces.sweep.SweepTable;

/** What a Parquet file says of a sweep, read back. */
class ParquetTableTest {
  private static final List<SweepRow> ROWS =
      List.of(
          new SweepRow(
              0,
              "a",
              Map.of("shape.K", "128", "clock", "1.2 GHz", "device", "trn2", "mixed", "1 GB/s"),
              Map.of("time_us.total", "24", "speedup", "1.5"),
              ""),
          new SweepRow(
              1,
              "b",
              Map.of("shape.K", "256", "clock", "2 GHz", "device", "3", "mixed", "1 MB/s"),
              Map.of("time_us.total", "2.5e1"),
              ""),
          new SweepRow(
              2,
              "c",
              Map.of("shape.K", "0", "clock", "2 GHz", "device", "x", "mixed", "2 MB/s"),
              Map.of(),
              "sweep.yaml:3: found 0"));

  @TempDir private Path directory;

  /** Collects the cells of a row. */
  private static final class Cells implements Hydrator<Map<String, Object>, Map<String, Object>> {
    @Override
    public Map<String, Object> start() {
      return new TreeMap<>();
    }

    @Override
    public Map<String, Object> add(Map<String, Object> row, String name, Object value) {
      if (value != null) {
        row.put(name, value);
      }
      return row;
    }

    @Override
    public Map<String, Object> finish(Map<String, Object> row) {
      return row;
    }
  }

  @Test
  void numbersAreNumbersAndUnitsAreInNames() throws IOException {
    SweepTable table =
        new SweepTable(
            "test",
            List.of("shape.K", "clock", "device", "mixed"),
            List.of("time_us.total", "speedup", "mfu"),
            ROWS);
    ParquetTable.write(table, directory);
    try (Stream<Map<String, Object>> read =
        ParquetReader.streamContent(
            directory.resolve("sweep.parquet").toFile(),
            HydratorSupplier.constantly(new Cells()))) {
      assertEquals(
          List.of(
              Map.of(
                  "shape.K",
                  128L,
                  "clock [GHz]",
                  1.2,
                  "device",
                  "trn2",
                  "mixed",
                  "1 GB/s",
                  "time_us.total",
                  24.0,
                  "speedup",
                  1.5),
              Map.of(
                  "shape.K",
                  256L,
                  "clock [GHz]",
                  2.0,
                  "device",
                  "3",
                  "mixed",
                  "1 MB/s",
                  "time_us.total",
                  25.0),
              Map.of(
                  "shape.K",
                  0L,
                  "clock [GHz]",
                  2.0,
                  "device",
                  "x",
                  "mixed",
                  "2 MB/s",
                  "error",
                  "sweep.yaml:3: found 0")),
          read.toList());
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(directory.resolve("sweep.parquet")), left.toList());
    }
  }
}
