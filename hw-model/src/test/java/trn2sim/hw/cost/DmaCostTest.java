package trn2sim.hw.cost;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.Tensors;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.Pattern;
import trn2sim.hw.spec.DeviceParameters;

class DmaCostTest {
  /** What ends a DMA on an engine: a descriptor of four bytes. */
  private static final long SEMAPHORE_PS = 5_900;

  /** Eight descriptors of 4 KiB of a static ring, on one engine. */
  private static final long STATIC_PS = 8 * 155_289 + SEMAPHORE_PS;

  private final DeviceParameters device = DeviceParameters.load("trn2");
  private final DmaCost cost = new DmaCost(device.neuron(), 1);
  private final Tensors tensors = new Tensors();

  private Transfer transfer(Engine engine, Dge dge, Access dst, Access src, boolean transpose) {
    return transfer(cost, new DmaCopy(engine, dge, dst, src, transpose));
  }

  private static Transfer transfer(DmaCost cost, DmaCopy copy) {
    return ((Cost.Dma) cost.cost(copy)).transfer();
  }

  private Transfer load(Dge dge, int rows, int bytes) {
    Access dst = tensors.sbuf("tile", DType.FP32, rows, bytes / 4).all();
    Access src = tensors.hbm("x", DType.FP32, rows, bytes / 4).all();
    return transfer(issuer(dge), dge, dst, src, false);
  }

  private Transfer store(Engine engine, Dge dge, int rows, int bytes) {
    Access src = tensors.sbuf("tile", DType.FP32, rows, bytes / 4).all();
    Access dst = tensors.hbm("x", DType.FP32, rows, bytes / 4).all();
    return transfer(engine, dge, dst, src, false);
  }

  private static Engine issuer(Dge dge) {
    return dge == Dge.SWDGE ? Engine.GPSIMD : Engine.SYNC;
  }

  /** 4.7 ns + bytes / 27.2 GB/s, and 1.05 ns unless whole beats of 32 B. */
  @ParameterizedTest
  @CsvSource({
    "4096, 155289",
    "512, 23524",
    "256, 14112",
    "32, 5877",
    "36, 7074",
    "4, 5898",
  })
  void oneDescriptor(int bytes, long ps) {
    Transfer transfer = load(Dge.STATIC, 1, bytes);
    assertEquals(1, transfer.descriptors());
    assertEquals(ps + SEMAPHORE_PS, transfer.enginePs()[0]);
  }

  @Test
  void eightPartitionsShareAnEngine() {
    long[] expected = new long[16];
    Arrays.fill(expected, 8 * 155_289L + SEMAPHORE_PS);
    Transfer all = load(Dge.STATIC, 128, 4096);
    assertEquals(128, all.descriptors());
    assertArrayEquals(expected, all.enginePs());
    long[] few = new long[16];
    few[0] = 8 * 155_289L + SEMAPHORE_PS;
    few[1] = 2 * 155_289L + SEMAPHORE_PS;
    assertArrayEquals(few, load(Dge.STATIC, 10, 4096).enginePs());
  }

  @Test
  void thePartitionNotTheRowChoosesTheEngine() {
    Access dst = tensors.sbuf("tile", DType.FP32, 128, 1024).slice(124, 4, 0, 1024);
    Access src = tensors.hbm("x", DType.FP32, 4, 1024).all();
    long[] expected = new long[16];
    expected[15] = 4 * 155_289L + SEMAPHORE_PS;
    assertArrayEquals(expected, transfer(Engine.SYNC, Dge.STATIC, dst, src, false).enginePs());
  }

  @Test
  void fromHbmToHbmRowsAreDealtInTurn() {
    Access dst = tensors.hbm("to", DType.FP32, 17, 1024).all();
    Access src = tensors.hbm("from", DType.FP32, 17, 1024).all();
    Transfer transfer = transfer(Engine.SYNC, Dge.STATIC, dst, src, false);
    assertEquals(2 * 155_289L + SEMAPHORE_PS, transfer.enginePs()[0]);
    assertEquals(155_289L + SEMAPHORE_PS, transfer.enginePs()[1]);
    assertEquals(2 * transfer.bytes(), transfer.hbmBytes(), "read and written");
  }

  @Test
  void piecesThatLieApartAreDescriptorsOfTheirOwn() {
    Access dst = tensors.sbuf("tile", DType.FP32, 128, 1024).all();
    Pattern pieces = new Pattern(List.of(new Pattern.Dim(129, 8), new Pattern.Dim(1, 128)));
    Access src = tensors.hbm("x", DType.FP32, 128, 1032).slice(0, 128, 0, 1024).with(pieces);
    Transfer transfer = transfer(Engine.SYNC, Dge.STATIC, dst, src, false);
    assertEquals(1024, transfer.descriptors());
    assertEquals(8 * 8 * 23_524L + SEMAPHORE_PS, transfer.enginePs()[0]);
  }

  /** Pieces below 16 KiB keep HBM busy 0.925 / 0.747 times as long; a part alone is no piece. */
  @ParameterizedTest
  @CsvSource({
    "128, 1024, 1024, 524288",
    "128, 1024, 1025, 649219",
    "128, 4095, 8192, 2596241",
    "128, 4096, 8192, 2097152",
    "1, 1024, 8192, 4096",
  })
  void piecesKeepHbmBusyLonger(int rows, int columns, int pitch, long load) {
    Access dst = tensors.sbuf("tile", DType.FP32, rows, columns).all();
    Access src = tensors.hbm("x", DType.FP32, rows, pitch).slice(0, rows, 0, columns);
    Transfer transfer = transfer(Engine.SYNC, Dge.HWDGE, dst, src, false);
    assertEquals(4L * rows * columns, transfer.hbmBytes());
    assertEquals(load, transfer.hbmLoad());
  }

  /** 96 KiB become two descriptors of 48 KiB, not two of 64. */
  @Test
  void noDescriptorIsLargerThan64KiB() {
    Transfer transfer = load(Dge.STATIC, 1, 96 << 10);
    assertEquals(2, transfer.descriptors());
    assertEquals(2 * (4_700 + 1_807_059L) + SEMAPHORE_PS, transfer.enginePs()[0]);
  }

  @Test
  void aCastMovesTheWiderType() {
    Access dst = tensors.sbuf("tile", DType.FP32, 8, 1024).all();
    Access src = tensors.hbm("x", DType.BF16, 8, 1024).all();
    Transfer transfer = transfer(Engine.GPSIMD, Dge.SWDGE, dst, src, false);
    assertEquals(8 * 4096, transfer.bytes());
    assertEquals(8 * 2048, transfer.hbmBytes());
    assertEquals(8 * 155_289L + SEMAPHORE_PS, transfer.enginePs()[0]);
    var slow = device.withOverrides(Map.of("dma.cast_efficiency", "0.5"));
    DmaCost slower = new DmaCost(slow.neuron(), 1);
    DmaCopy copy = new DmaCopy(Engine.GPSIMD, Dge.SWDGE, dst, src, false);
    assertEquals(8 * (4_700 + 2 * 150_589L) + SEMAPHORE_PS, transfer(slower, copy).enginePs()[0]);
  }

  /** 90 % of copy throughput from HBM, 50 % within SBUF. */
  @Test
  void transposesAreSlower() {
    Access dst = tensors.sbuf("tile", DType.BF16, 128, 128).all();
    Access hbm = tensors.hbm("x", DType.BF16, 128, 128).all();
    Access sbuf = tensors.sbuf("y", DType.BF16, 128, 128).all();
    // 256 B take 9412 ps at full rate.
    assertEquals(
        8 * (4_700 + 10_458L) + SEMAPHORE_PS,
        transfer(Engine.SYNC, Dge.STATIC, dst, hbm, true).enginePs()[0]);
    assertEquals(
        8 * (4_700 + 18_824L) + SEMAPHORE_PS,
        transfer(Engine.SYNC, Dge.STATIC, dst, sbuf, true).enginePs()[0]);
    // Four matrices side by side are rows of 1 KiB.
    Access four = tensors.sbuf("four", DType.BF16, 128, 512).all();
    assertEquals(
        8 * (4_700 + 75_296L) + SEMAPHORE_PS,
        transfer(Engine.SYNC, Dge.STATIC, four, four, true).enginePs()[0]);
  }

  @Test
  void staticDescriptorsAreFetchedFromARing() {
    Transfer load = load(Dge.STATIC, 128, 4096);
    assertTimes(load, 65_000, 85_000, 754_000, 189_000, STATIC_PS, 314_500);
    assertEquals(Transfer.Queue.SYNC_LOAD, load.queue());
    Transfer store = store(Engine.SYNC, Dge.STATIC, 128, 4096);
    assertTimes(store, 65_000, 85_000, 754_000, 0, STATIC_PS, 355_000);
    assertEquals(Transfer.Queue.SYNC_STORE, store.queue());
  }

  /** All sixteen begin within 756 ns; of eight engines the last is half way, one has no other. */
  @Test
  void enginesFetchTheirPartsOfARing() {
    assertEquals(756_000, load(Dge.STATIC, 128, 4096).staggerPs());
    assertEquals(756_000, store(Engine.SYNC, Dge.STATIC, 128, 4096).staggerPs());
    assertEquals(756_000 * 7 / 15, load(Dge.STATIC, 64, 4096).staggerPs());
    assertEquals(0, load(Dge.STATIC, 8, 4096).staggerPs());
  }

  /** GpSimd writes each descriptor, which also paces the transfer. */
  @Test
  void softwareDescriptorsTakeGpSimdsTime() {
    Transfer load = load(Dge.SWDGE, 128, 4096);
    assertTimes(load, 653_080, 755_000, 0, 293_100, 8 * 155_289 + SEMAPHORE_PS, 314_500);
    assertEquals(Transfer.Queue.GPSIMD_LOAD, load.queue());
    Transfer store = store(Engine.GPSIMD, Dge.SWDGE, 128, 4096);
    assertTimes(store, 653_080, 600_000, 0, 162_300, 206_080, 355_000);
  }

  /** One address for all rows is read by whoever issues, an index of each row by GpSimd. */
  @ParameterizedTest
  @CsvSource({
    "SWDGE, index, 1, 1253080",
    "HWDGE, index, 1, 1141000",
    "SWDGE, index, 128, 1894680",
    "SWDGE, registers, 1, 653080"
  })
  void anAddressInMemoryIsBroughtIntoARegister(Dge dge, String name, int indices, long issuePs) {
    Access dst = tensors.sbuf("tile", DType.FP32, 128, 1024).all();
    Access values = tensors.sbuf(name, DType.INT32, indices, 1).all();
    Access row = tensors.hbm("x", DType.FP32, 4096, 1024).slice(0, 128, 0, 1024);
    Access src =
        new Access(
            row.buffer(),
            0,
            128,
            0,
            row.pattern(),
            row.pitch(),
            Optional.empty(),
            Optional.of(new Access.Index(values, 1024)));
    assertEquals(issuePs, transfer(issuer(dge), dge, dst, src, false).issuePs());
  }

  /** 447 or 478 ns and 1.61 ns for each descriptor, and at least 486 or 627 ns. */
  @ParameterizedTest
  @CsvSource({
    "1, 1, 486000", "1, 24, 486000", "1, 25, 487250", "1, 128, 653080",
    "2, 1, 627000", "2, 92, 627000", "2, 93, 627730", "2, 128, 684080"
  })
  void gpsimdIssuesDmasMoreSlowlyInRanksOfTwoCores(int lnc, int rows, long issuePs) {
    Access dst = tensors.sbuf("tile", DType.FP32, rows, 64).all();
    Access src = tensors.hbm("x", DType.FP32, rows, 64).all();
    DmaCopy copy = new DmaCopy(Engine.GPSIMD, Dge.SWDGE, dst, src, false);
    assertEquals(issuePs, transfer(new DmaCost(device.neuron(), lnc), copy).issuePs());
  }

  /** Four runs of a row have four descriptors: made at once, or one by one in 1.61 ns each. */
  @ParameterizedTest
  @CsvSource({
    "SWDGE, 128, 653080, 231596",
    "SWDGE_ONE_BY_ONE, 128, 1217320, 824320",
    "SWDGE, 32, 498520, 231596",
    "SWDGE_ONE_BY_ONE, 32, 599080, 231596"
  })
  void descriptorsOfARowAreMadeAtOnceOrOneByOne(Dge dge, int rows, long issuePs, long pacePs) {
    Access dst = tensors.sbuf("tile", DType.FP32, rows, 64).all();
    Pattern runs = new Pattern(List.of(new Pattern.Dim(64, 4), new Pattern.Dim(1, 16)));
    Access src = tensors.hbm("x", DType.FP32, rows, 256).all().with(runs);
    Transfer made = transfer(Engine.GPSIMD, dge, dst, src, false);
    assertEquals(4 * rows, made.descriptors());
    assertEquals(issuePs, made.issuePs());
    assertEquals(pacePs, made.pacePs(), "8 x 4 x (4.7 ns + 64 B / 27.2 GB/s) + 5.9 ns at least");
  }

  /** 4.7 ns and 27.2 GB/s for each of eight descriptors; short ones are made more slowly. */
  @Test
  void aQueueOfRunTimeDescriptorsReadsMoreSlowlyThanItsEngines() {
    assertEquals(8 * (4_700 + 75_295L) + SEMAPHORE_PS, load(Dge.SWDGE, 128, 2048).enginePs()[0]);
    assertEquals(8 * (4_700 + 75_295L) + SEMAPHORE_PS, load(Dge.SWDGE, 128, 2048).pacePs());
    assertEquals(8 * (4_700 + 75_295L) + SEMAPHORE_PS, load(Dge.HWDGE, 128, 2048).pacePs());
    assertEquals(128 * 1_610L, load(Dge.SWDGE, 128, 256).pacePs());
  }

  /** 0.543 of a load's time on an engine, or what of it the making of descriptors leaves. */
  @Test
  void enginesOfALoadBeginOneAfterAnother() {
    long onEngine = 8 * 155_289 + SEMAPHORE_PS;
    assertEquals((long) (0.543 * onEngine), load(Dge.SWDGE, 128, 4096).staggerPs());
    assertEquals((long) (0.543 * onEngine), load(Dge.HWDGE, 128, 4096).staggerPs());
    long small = 8 * (4_700 + 18_824L) + SEMAPHORE_PS;
    long left = (long) (0.543 * small) - (128 * 1_610L - small);
    assertEquals(left, load(Dge.SWDGE, 128, 512).staggerPs());
    assertEquals(0, load(Dge.SWDGE, 128, 256).staggerPs());
    assertEquals(680_000, load(Dge.SWDGE, 128, 8192).staggerPs(), "the largest seen");
    assertEquals(0, store(Engine.GPSIMD, Dge.SWDGE, 128, 4096).staggerPs());
  }

  @Test
  void hardwareDescriptorsDependOnTheQueue() {
    assertTimes(
        load(Dge.HWDGE, 128, 4096),
        541_000,
        1_330_000,
        0,
        293_100,
        8 * 155_289 + SEMAPHORE_PS,
        314_500);
    Transfer store = store(Engine.SCALAR, Dge.HWDGE, 128, 4096);
    assertTimes(store, 541_000, 1_190_000, 0, 162_300, 0, 355_000);
    assertEquals(Transfer.Queue.SCALAR_STORE, store.queue());
  }

  private static void assertTimes(
      Transfer transfer,
      long issue,
      long dispatch,
      long fetch,
      long latency,
      long pace,
      long notify) {
    assertEquals(issue, transfer.issuePs());
    assertEquals(dispatch, transfer.dispatchPs());
    assertEquals(fetch, transfer.fetchPs());
    assertEquals(latency, transfer.latencyPs());
    assertEquals(pace, transfer.pacePs());
    assertEquals(notify, transfer.notifyPs());
  }

  /** The compiler works out the cost of only one of them. */
  @Test
  void copiesThatAreAlikeCostTheSame() {
    List<DmaCopy> copies = new ArrayList<>();
    for (Engine engine : List.of(Engine.SYNC, Engine.SCALAR)) {
      for (Dge dge : List.of(Dge.STATIC, Dge.HWDGE)) {
        for (int rows : List.of(64, 96)) {
          for (int row : List.of(0, 4)) {
            Access tile = tensors.sbuf("tile", DType.FP32, 128, 256).slice(row, rows, 0, 256);
            Access here = tensors.hbm("x", DType.FP32, 256, 512).slice(row, rows, 8, 256);
            Access there = tensors.hbm("y", DType.FP32, 256, 256).slice(32, rows, 0, 256);
            copies.add(new DmaCopy(engine, dge, tile, here, false));
            copies.add(new DmaCopy(engine, dge, tile, there, false));
            copies.add(new DmaCopy(engine, dge, there, tile, false));
            copies.add(new DmaCopy(engine, dge, here, there, false));
          }
        }
      }
    }
    int alike = 0;
    for (DmaCopy one : copies) {
      for (DmaCopy other : copies) {
        if (one != other && one.isLike(other)) {
          alike++;
          assertEquals(alone(one), alone(other));
        }
        transfer(cost, other);
        assertEquals(alone(one), transfer(cost, one), "behind another copy");
      }
    }
    assertTrue(alike > 0);
  }

  @Test
  void anAddressInMemoryIsPaidForBehindACopyWithout() {
    Access at = tensors.sbuf("at", DType.INT32, 1, 1).all();
    Access dst = tensors.sbuf("tile", DType.FP32, 128, 256).all();
    Access src = tensors.hbm("x", DType.FP32, 256, 256).slice(0, 128, 0, 256);
    DmaCopy still = new DmaCopy(Engine.GPSIMD, Dge.SWDGE, dst, src, false);
    DmaCopy moved = new DmaCopy(Engine.GPSIMD, Dge.SWDGE, dst, src.indexedBy(at, 1), false);
    assertTrue(transfer(cost, still).issuePs() < transfer(cost, moved).issuePs());
    assertEquals(alone(still), transfer(cost, still));
    assertEquals(alone(moved), transfer(cost, moved));
  }

  /** By a model that has seen no copy before. */
  private Transfer alone(DmaCopy copy) {
    return transfer(new DmaCost(device.neuron(), 1), copy);
  }
}
