package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Home;
import trn2sim.hw.memory.DType;

/** Two banks of 2048 bytes. */
class SharedBanksTest {
  private static final int BANKS = 2;
  private static final int BANK_BYTES = 2048;

  private final Tensors tensors = new Tensors();
  private final List<Buffer> live = new ArrayList<>();

  /** A tile of so many bytes a partition. */
  private void tile(String group, int bytes) {
    Buffer made = tensors.psum(group, DType.FP32, 128, bytes / 4);
    live.add(made);
    use(made);
  }

  private void use(Buffer tile) {
    tensors.then(
        new Elementwise(
            Engine.VECTOR, Op.MEMSET, tile.all(), Optional.empty(), Optional.empty(), 0));
  }

  private static Script shared(Script script) {
    return SharedBanks.of(new Operands(script), BANKS, BANK_BYTES).script();
  }

  /** Where the tiles lie that were declared first, with those that they share a bank with. */
  private static List<Home> homes(Script script, int tiles) {
    return IntStream.range(0, tiles).mapToObj(i -> script.buffers().get(i).home()).toList();
  }

  @Test
  void aBankForEachAsLongAsThereAreEnough() {
    tile("a", 512);
    tile("a", 512);
    live.forEach(this::use);
    Script script = tensors.script();
    assertSame(script, shared(script));
  }

  @Test
  void tilesOfOneAllocationLieSideBySide() {
    for (int i = 0; i < 5; i++) {
      tile("a", 512);
    }
    live.forEach(this::use);
    Script made = shared(tensors.script());
    assertEquals(
        List.of(
            new Home(5, 0, 0),
            new Home(5, 0, 512),
            new Home(5, 0, 1024),
            new Home(5, 0, 1536),
            new Home(4, 0, 0)),
        homes(made, 5));
    assertEquals(made.buffers().get(3), made.steps().get(3).instruction().writes().get(0).buffer());
  }

  @Test
  void tilesOfOthersShareABankOnlyIfTheyMust() {
    tile("a", 1024);
    tile("b", 512);
    tile("c", 512);
    live.forEach(this::use);
    assertEquals(
        List.of(new Home(3, 0, 0), new Home(3, 0, 1024), new Home(3, 0, 1536)),
        homes(shared(tensors.script()), 3));
  }

  @Test
  void oneAfterAnotherNeedsNoSharing() {
    for (int i = 0; i < 5; i++) {
      tile("a", 512);
    }
    Script script = tensors.script();
    assertSame(script, shared(script));
  }

  @Test
  void whatCannotFitIsLeftAlone() {
    for (int i = 0; i < 3; i++) {
      tile("a", 2048);
    }
    live.forEach(this::use);
    Script script = tensors.script();
    assertSame(script, shared(script));
  }
}
