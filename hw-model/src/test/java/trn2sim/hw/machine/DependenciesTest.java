package trn2sim.hw.machine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

class DependenciesTest {
  private static final int VECTOR = 0;
  private static final int SCALAR = 1;
  private static final int LOADS = 2;

  private final Tensors tensors = new Tensors();
  private final Buffer tile = tensors.sbuf("tile", DType.FP32, 128, 100);
  private final Buffer bank = tensors.psum("bank", DType.FP32, 128, 1024);
  private final Buffer input =
      tensors.add("x", MemorySpace.HBM, Buffer.Role.INPUT, DType.FP32, 128, 100);
  private final Buffer table = tensors.hbm("table", DType.FP32, 1000, 100);
  private final Buffer places = tensors.sbuf("places", DType.INT32, 128, 1);
  private final Dependencies dependencies = new Dependencies(tensors.buffers(), 3, 2048);
  private int next;

  private Dependencies.Task task(int stream) {
    return new Dependencies.Task(next++, stream, 1);
  }

  /** A DMA of the queue of loads on these engines. */
  private Dependencies.Task onEngines(int engines) {
    return new Dependencies.Task(next++, LOADS, engines);
  }

  private int[] read(int stream, Access access) {
    return dependencies.of(task(stream), List.of(access), List.of());
  }

  private int[] write(int stream, Access access) {
    return dependencies.of(task(stream), List.of(), List.of(access));
  }

  private static void assertAfter(int[] found, int... expected) {
    assertArrayEquals(expected, found);
  }

  @Test
  void aReadWaitsForTheWrite() {
    assertAfter(write(LOADS, tile.all()));
    assertAfter(read(VECTOR, tile.all()), 0);
  }

  @Test
  void aWriteWaitsForReadsAndWrites() {
    write(LOADS, tile.all());
    read(VECTOR, tile.all());
    read(SCALAR, tile.all());
    assertAfter(write(LOADS, tile.all()), 1, 2);
    assertAfter(write(VECTOR, tile.all()), 3);
  }

  @Test
  void readsDoNotWaitForReads() {
    read(VECTOR, tile.all());
    assertAfter(read(SCALAR, tile.all()));
  }

  @Test
  void onlyTheLatestOfAStreamCounts() {
    write(LOADS, tile.slice(0, 128, 0, 50));
    write(LOADS, tile.slice(0, 128, 50, 50));
    assertAfter(read(VECTOR, tile.all()), 1);
  }

  @Test
  void dmasOfAQueueWaitForThoseOnOtherEngines() {
    List<Access> all = List.of(table.all());
    dependencies.of(onEngines(0b0011), List.of(), all);
    assertAfter(dependencies.of(onEngines(0b0110), List.of(), all));
    assertAfter(dependencies.of(onEngines(0b1000), List.of(), all), 1);
    dependencies.of(onEngines(0b1000), all, List.of());
    assertAfter(dependencies.of(onEngines(0b0001), List.of(), all), 3);
  }

  @Test
  void aReadWaitsForTheLatestOfEveryEngine() {
    dependencies.of(onEngines(0b0011), List.of(), List.of(table.slice(0, 500, 0, 50)));
    dependencies.of(onEngines(0b1100), List.of(), List.of(table.slice(500, 500, 0, 50)));
    dependencies.of(onEngines(0b0110), List.of(), List.of(table.slice(0, 500, 50, 50)));
    assertAfter(read(VECTOR, table.all()), 0, 2, 1);
  }

  @Test
  void aReadHidesEarlierOnesOfItsEnginesAlone() {
    List<Access> all = List.of(table.all());
    dependencies.of(onEngines(0b0011), all, List.of());
    dependencies.of(onEngines(0b0110), all, List.of());
    dependencies.of(onEngines(0b1111), all, List.of());
    assertAfter(write(VECTOR, table.all()), 2);
    dependencies.of(onEngines(0b0011), all, List.of());
    dependencies.of(onEngines(0b0100), all, List.of());
    assertAfter(write(SCALAR, table.all()), 3, 4, 5);
  }

  @Test
  void regionsThatDoNotMeetDoNotWait() {
    write(LOADS, tile.slice(0, 128, 0, 50));
    write(LOADS, tile.slice(0, 128, 50, 50));
    assertAfter(read(VECTOR, tile.slice(0, 128, 0, 50)), 0);
    assertAfter(read(SCALAR, tile.slice(0, 64, 50, 50)), 1);
    assertAfter(write(VECTOR, tile.slice(64, 64, 50, 50)), 1);
    assertAfter(read(SCALAR, tile.slice(0, 128, 40, 20)), 4, 1);
  }

  /** Engines of one queue may write the same row; rows of SBUF have an engine each. */
  @Test
  void scatteredRowsWaitForTheirQueue() {
    Access rows = table.slice(0, 128, 0, 100);
    Access scattered = rows.indexedBy(places.all(), 100);
    assertAfter(write(LOADS, rows));
    assertAfter(write(LOADS, rows));
    assertAfter(write(LOADS, scattered), 1);
    assertAfter(write(LOADS, scattered), 2);
    assertAfter(write(LOADS, rows), 3);
    assertAfter(write(LOADS, rows), 3);
    Access onChip = tile.slice(0, 1, 0, 1).indexedBy(places.slice(0, 1, 0, 1), 1);
    assertAfter(write(LOADS, onChip));
    assertAfter(write(LOADS, onChip));
  }

  @Test
  void aStreamIsInOrderButWaitsForItsOwnResults() {
    write(VECTOR, tile.all());
    assertAfter(write(VECTOR, tile.all()));
    assertAfter(read(VECTOR, tile.all()), 1);
    assertAfter(write(VECTOR, tile.all()));
  }

  @Test
  void twoEnginesDoNotMeetInABank() {
    read(VECTOR, bank.slice(0, 128, 0, 10));
    assertAfter(read(SCALAR, bank.slice(0, 128, 500, 12)), 0);
    assertAfter(read(SCALAR, bank.slice(0, 128, 512, 10)));
    assertAfter(write(VECTOR, bank.slice(0, 64, 1000, 24)), 2);
    assertAfter(read(VECTOR, bank.slice(0, 128, 100, 10)), 1);
  }

  @Test
  void anEngineReadsItsOwnBankFreely() {
    read(VECTOR, bank.slice(0, 128, 0, 10));
    assertAfter(read(VECTOR, bank.slice(0, 128, 0, 10)));
    assertAfter(write(VECTOR, bank.slice(0, 128, 20, 10)));
    assertAfter(read(VECTOR, bank.slice(0, 128, 20, 5)), 2);
  }

  @Test
  void inputsAreAlwaysThere() {
    read(LOADS, input.all());
    assertAfter(read(VECTOR, input.all()));
  }

  @Test
  void anInstructionDoesNotWaitForItself() {
    List<Access> both = List.of(tile.all());
    assertAfter(dependencies.of(task(VECTOR), both, both));
    assertAfter(dependencies.of(task(VECTOR), both, both), 0);
    assertAfter(dependencies.of(task(SCALAR), both, both), 1);
  }
}
