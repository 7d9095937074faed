package trn2sim.hw.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import trn2sim.hw.Tensors;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Elementwise;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.Op;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.DType;

/** The edges of small scripts, as "before>after", with "!" if only the issue is waited for. */
class ScriptDependencesTest {
  private static final int BANK_BYTES = 2048;

  private final Tensors tensors = new Tensors();

  private Set<String> edges(int... streams) {
    ScriptDependences dependences =
        new ScriptDependences(new Operands(tensors.script()), BANK_BYTES);
    for (int step = 0; step < streams.length; step++) {
      dependences.add(step, streams[step]);
    }
    DependenceGraph graph = dependences.graph();
    Set<String> edges = new TreeSet<>();
    for (int edge = 0; edge < graph.edges(); edge++) {
      String mark = graph.isIssue(edge) ? "!" : "";
      edges.add(graph.from(edge) + ">" + graph.to(edge) + mark);
    }
    return edges;
  }

  private Buffer tile(String name) {
    return tensors.sbuf(name, DType.FP32, 128, 512);
  }

  private void copy(Engine engine, Access dst, Access src, Freedom freedom) {
    Optional<Access> none = Optional.empty();
    tensors.then(new Elementwise(engine, Op.TENSOR_COPY, dst, Optional.of(src), none, 0), freedom);
  }

  /** Written in parts and as a whole, which readers find in different ways. */
  @Test
  void whoReadsWaitsForTheResultUnlessItIsOfTheSameEngine() {
    Buffer a = tile("a");
    Buffer b = tile("b");
    Buffer c = tile("c");
    copy(Engine.VECTOR, b.slice(0, 128, 0, 256), a.slice(0, 128, 0, 256), Freedom.AS_WRITTEN);
    copy(Engine.VECTOR, c.all(), b.all(), Freedom.AS_WRITTEN);
    copy(Engine.VECTOR, b.all(), a.all(), Freedom.AS_WRITTEN);
    copy(Engine.VECTOR, c.all(), b.all(), Freedom.AS_WRITTEN);
    String within = "[0>1!, 0>2!, 1>2!, 1>3!, 2>3!]";
    String between = "[0>1, 0>2!, 1>2, 1>3!, 2>3]";
    assertEquals(within, edges(1, 1, 1, 1).toString());
    assertEquals(between, edges(1, 2, 1, 2).toString());
  }

  @Test
  void aQueueAndAnOpenCopyWaitForTheResult() {
    Buffer b = tile("b");
    copy(Engine.VECTOR, b.all(), tile("a").all(), Freedom.ANY_ENGINE);
    copy(Engine.VECTOR, tile("c").all(), b.all(), Freedom.ANY_ENGINE);
    int queue = Engine.values().length;
    int open = ScriptDependences.OPEN_STREAM;
    assertEquals("[0>1]", edges(open, open).toString());
    assertEquals("[0>1]", edges(queue, queue).toString());
  }

  /** Which engine of the queue writes a row is known at run time only. */
  @Test
  void scatteredRowsWaitForTheResultEvenOnTheSameQueue() {
    Buffer table = tensors.hbm("table", DType.FP32, 1000, 512);
    Buffer places = tensors.sbuf("places", DType.INT32, 128, 1);
    Access rows = table.slice(0, 128, 0, 512);
    Access scattered = rows.indexedBy(places.all(), 512);
    store(rows);
    store(scattered);
    store(scattered);
    store(rows);
    store(rows);
    assertEquals("[0>1, 1>2, 2>3, 2>4, 3>4!]", edges(1, 1, 1, 1, 1).toString());
  }

  private void store(Access dst) {
    tensors.then(new DmaCopy(Engine.GPSIMD, DmaCopy.Dge.SWDGE, dst, tile("t").all(), false));
  }

  /** Two halves of one bank, read by two engines: one after the other; by one engine: as it is. */
  @Test
  void oneEngineAtATimeUsesABank() {
    Buffer psum = tensors.psum("psum", DType.FP32, 128, 512);
    copy(
        Engine.VECTOR,
        tile("a").slice(0, 128, 0, 256),
        psum.slice(0, 128, 0, 256),
        Freedom.AS_WRITTEN);
    copy(
        Engine.SCALAR,
        tile("b").slice(0, 128, 0, 256),
        psum.slice(0, 128, 256, 256),
        Freedom.AS_WRITTEN);
    assertEquals("[0>1]", edges(1, 2).toString());
    assertEquals("[]", edges(1, 1).toString());
  }

  /** An open copy may end up on either engine, so it keeps its place on both. */
  @Test
  void aFixedBlockHoldsAnOpenCopyOnBothEngines() {
    copy(Engine.VECTOR, tile("a").all(), tile("b").all(), Freedom.ANY_ENGINE.in(0));
    copy(Engine.SCALAR, tile("c").all(), tile("d").all(), Freedom.AS_WRITTEN.in(0));
    copy(Engine.VECTOR, tile("e").all(), tile("f").all(), Freedom.AS_WRITTEN.in(0));
    assertEquals("[0>1!, 0>2!]", edges(ScriptDependences.OPEN_STREAM, 2, 1).toString());
  }
}
