package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Op;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.Buffer.Role;
import trn2sim.hw.memory.DType;
import trn2sim.hw.memory.MemorySpace;

/** Tiles of 1024 columns of fp32, read 512 columns, which are 2 KiB, at a time. */
class TilePartsTest {
  private final Tensors tensors = new Tensors();
  private final Buffer in = tensors.add("in", MemorySpace.HBM, Role.INPUT, DType.FP32, 128, 2048);
  private final Buffer a = tensors.sbuf("a", DType.FP32, 128, 1024);
  private final Buffer b = tensors.sbuf("b", DType.FP32, 128, 512);

  private void load() {
    tensors.then(
        new DmaCopy(Engine.GPSIMD, Dge.SWDGE, a.all(), in.slice(0, 128, 1024, 1024), false));
  }

  private void read(int col, int cols) {
    tensors.then(
        new Elementwise(
            Engine.VECTOR,
            Op.TENSOR_COPY,
            b.slice(0, 128, 0, cols),
            Optional.of(a.slice(0, 128, col, cols)),
            Optional.empty(),
            0));
  }

  private static List<String> texts(Script script) {
    return script.steps().stream().map(step -> step.instruction().describe()).toList();
  }

  @Test
  void aTileReadInHalvesIsLoadedInHalves() {
    load();
    read(0, 512);
    read(512, 512);
    assertEquals(
        List.of(
            "dma_copy a/0[0:128, 0:512] <- in[0:128, 1024:1536]",
            "dma_copy a/1[0:128, 0:512] <- in[0:128, 1536:2048]",
            "tensor_copy b[0:128, 0:512] <- a/0[0:128, 0:512]",
            "tensor_copy b[0:128, 0:512] <- a/1[0:128, 0:512]"),
        texts(TileParts.of(new Operands(tensors.script())).script()));
  }

  @Test
  void partsBelowTwoKibibytesStayTogether() {
    load();
    read(0, 256);
    read(256, 256);
    assertEquals(
        texts(tensors.script()), texts(TileParts.of(new Operands(tensors.script())).script()));
  }

  @Test
  void readsThatOverlapPartsKeepTheTileWhole() {
    load();
    read(0, 512);
    read(256, 512);
    assertEquals(
        texts(tensors.script()), texts(TileParts.of(new Operands(tensors.script())).script()));
  }

  /** Only the half that is read again is loaded again. */
  @Test
  void partsAreLoadedAgainOnTheirOwn() {
    Buffer c = tensors.sbuf("c", DType.FP32, 128, 1024);
    load();
    read(0, 512);
    read(512, 512);
    tensors.then(
        new Elementwise(Engine.VECTOR, Op.MEMSET, c.all(), Optional.empty(), Optional.empty(), 0));
    read(512, 512);
    Spilling.Result result = Spilling.of(new Operands(tensors.script()), 6 * 1024);
    assertEquals(128 * 2048, result.reloadedBytes());
    assertEquals(2, result.inserted());
  }
}
