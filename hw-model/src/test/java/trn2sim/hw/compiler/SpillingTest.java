package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

/** Tiles of 100 columns of bf16: 200 bytes of a partition each, 25,600 in all. */
class SpillingTest {
  private static final long TWO_TILES = 400;

  private final Tensors tensors = new Tensors();
  private final Buffer in = tensors.add("in", MemorySpace.HBM, Role.INPUT, DType.BF16, 128, 100);
  private final Buffer a = tile("a");
  private final Buffer b = tile("b");
  private final Buffer c = tile("c");

  private Buffer tile(String name) {
    return tensors.sbuf(name, DType.BF16, 128, 100);
  }

  private void load(Buffer tile) {
    tensors.then(new DmaCopy(Engine.GPSIMD, Dge.SWDGE, tile.all(), in.all(), false));
  }

  private void copy(Buffer to, Buffer from) {
    Optional<Access> src = Optional.of(from.all());
    tensors.then(
        new Elementwise(Engine.VECTOR, Op.TENSOR_COPY, to.all(), src, Optional.empty(), 0));
  }

  private static List<String> texts(Script script) {
    return script.steps().stream()
        .map(step -> step.instruction().describe().replaceAll("\\[.*?\\]", ""))
        .toList();
  }

  private Spilling.Result spilled() {
    return Spilling.of(new Operands(tensors.script()), TWO_TILES);
  }

  private static void assertSteps(Spilling.Result result, String... expected) {
    assertEquals(List.of(expected), texts(result.script()));
  }

  @Test
  void whatFitsIsLeftAlone() {
    load(a);
    copy(b, a);
    Script script = tensors.script();
    assertSame(script, Spilling.of(new Operands(script), TWO_TILES).script());
  }

  @Test
  void halvesOfThePartitionsHoldTilesOfTheirOwn() {
    Buffer[] halves = new Buffer[4];
    for (int i = 0; i < 4; i++) {
      halves[i] = tensors.sbuf("h" + i, DType.BF16, 64, 100);
      tensors.then(
          new DmaCopy(Engine.GPSIMD, Dge.SWDGE, halves[i].all(), in.slice(0, 64, 0, 100), false));
    }
    copy(halves[0], halves[1]);
    copy(halves[2], halves[3]);
    Script script = tensors.script();
    assertSame(script, Spilling.of(new Operands(script), TWO_TILES).script());
    assertNotSame(script, Spilling.of(new Operands(script), TWO_TILES - 1).script());
  }

  @Test
  void loadedTilesAreDroppedAndLoadedAgain() {
    load(a);
    copy(b, a);
    copy(c, b);
    copy(b, c);
    copy(c, a);
    Spilling.Result result = spilled();
    assertSteps(
        result,
        "dma_copy a <- in",
        "tensor_copy b <- a",
        "tensor_copy c <- b",
        "tensor_copy b <- c",
        "dma_copy a.2 <- in",
        "tensor_copy c <- a.2");
    assertEquals(0, result.savedBytes());
    assertEquals(25_600, result.reloadedBytes());
  }

  @Test
  void whatIsOverwrittenIsNotKept() {
    load(a);
    copy(b, a);
    copy(c, b);
    copy(a, c);
    load(b);
    copy(c, a);
    Spilling.Result result = spilled();
    assertSteps(
        result,
        "dma_copy a <- in",
        "tensor_copy b <- a",
        "tensor_copy c <- b",
        "tensor_copy a.2 <- c",
        "dma_copy b.2 <- in",
        "tensor_copy c.2 <- a.2");
    assertEquals(0, result.savedBytes());
    assertEquals(0, result.reloadedBytes());
  }

  @Test
  void computedTilesAreSavedAndLoadedBack() {
    load(a);
    copy(b, a);
    copy(c, a);
    copy(a, c);
    copy(c, b);
    Spilling.Result result = spilled();
    assertSteps(
        result,
        "dma_copy a <- in",
        "tensor_copy b <- a",
        "dma_copy spill.b <- b",
        "tensor_copy c <- a",
        "tensor_copy a <- c",
        "dma_copy b.2 <- spill.b",
        "tensor_copy c <- b.2");
    assertEquals(25_600, result.savedBytes());
    assertEquals(25_600, result.reloadedBytes());
    assertEquals(2, result.inserted());
  }

  @Test
  void aTileThatHasChangedIsSavedAgain() {
    load(a);
    copy(b, a);
    copy(c, a);
    add(b, b);
    copy(c, a);
    copy(a, b);
    Spilling.Result result = spilled();
    assertEquals(2 * 25_600, result.savedBytes());
  }

  private void add(Buffer to, Buffer from) {
    add(to.all(), from.all());
  }

  private void add(Access to, Access from) {
    Optional<Access> src = Optional.of(from);
    tensors.then(new Elementwise(Engine.VECTOR, Op.TENSOR_TENSOR_ADD, to, src, src, 0));
  }

  @Test
  void ofATileThatComesBackOnlyWhatIsUsedIsMoved() {
    Access half = b.slice(0, 128, 50, 50);
    load(a);
    copy(b, a);
    copy(c, a);
    add(half, half);
    copy(c, a);
    copy(a, b);
    Spilling.Result result = spilled();
    assertEquals(25_600 + 12_800, result.savedBytes());
    assertEquals(12_800 + 25_600 + 25_600, result.reloadedBytes());
    List<Access> moved =
        result.script().steps().stream()
            .filter(step -> step.instruction().describe().contains("spill.b"))
            .map(step -> step.instruction().writes().get(0))
            .toList();
    assertEquals(List.of(0, 50, 50, 0), moved.stream().map(Access::col).toList());
    assertEquals(List.of(100, 50, 50, 100), moved.stream().map(Access::elements).toList());
  }

  @Test
  void aLoadThatNobodyHasReadMovesToItsFirstUse() {
    load(a);
    load(b);
    copy(c, b);
    copy(b, c);
    copy(c, a);
    Spilling.Result result = spilled();
    assertSteps(
        result,
        "dma_copy b <- in",
        "tensor_copy c <- b",
        "tensor_copy b <- c",
        "dma_copy a.2 <- in",
        "tensor_copy c <- a.2");
    assertEquals(0, result.reloadedBytes());
    assertEquals(0, result.inserted());
  }

  @Test
  void tilesOfACollectiveStay() {
    Buffer all = tensors.sbuf("all", DType.BF16, 128, 200);
    load(a);
    copy(b, a);
    tensors.then(new AllGather(all.all(), b.all(), 2));
    copy(c, a);
    Script script = tensors.script();
    assertSame(script, Spilling.of(new Operands(script), TWO_TILES).script());
  }

  /** Whatever the program, the result holds no more than the memory has. */
  @Property(tries = 200)
  void theResultFits(@ForAll long seed) {
    Script source = RandomScript.of(new SplittableRandom(seed));
    long capacity = 4 * 24_000;
    Script made = Spilling.of(new Operands(source), capacity).script();
    assertTrue(made == source || TileUses.peak(new Operands(made)) <= capacity);
  }
}
