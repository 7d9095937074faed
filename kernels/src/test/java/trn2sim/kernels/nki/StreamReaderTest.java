package trn2sim.kernels.nki;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import trn2sim.hw.cost.NeuronCoreCost;
import trn2sim.hw.isa.Cost;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.DmaCopy.Dge;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Region;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.nki.middleend.MiddleEnd;
import trn2sim.kernels.nki.stream.NkiException;

/** Streams become scripts; what cannot is refused with the kernel's line. */
class StreamReaderTest {
  private static final String HEAD =
      "{'t':'head','v':1,'dialect':'new','file':'k.py','function':'f','pid':[0],'grid':[1],"
          + "'ranks':1,'flags':[],'imports':{},'nc':3}\n"
          + "{'t':'src','id':0,'at':[['k.py',41,'body'],['k.py',88,'f']]}\n"
          + buffer(0, "x", "shared_hbm", "float32", "[2,128,64]", "input")
          + buffer(1, "a", "sbuf", "float32", "[128,64]", "scratch")
          + buffer(2, "acc", "psum", "float32", "[128,64]", "scratch");
  private static final String END = "{'t':'end','instructions':1}\n";
  private static final String TILE = "[1,0,[64,128,1,64]]";
  private static final String LOAD = dma(TILE, "[0,0,[64,128,1,64]]");

  @TempDir Path directory;

  private static String buffer(
      int id, String name, String space, String dtype, String shape, String role) {
    return String.format(
        "{'t':'buf','id':%d,'name':'%s','space':'%s','dtype':'%s','shape':%s,'role':'%s',"
            + "'group':'k.py:9'}%n",
        id, name, space, dtype, shape, role);
  }

  private static String dma(String dst, String src) {
    return "['dma_copy','dma',0,[" + dst + "],[" + src + "]]\n";
  }

  private CoreProgram read(String calls) throws IOException {
    return stream(HEAD + calls + END).get(0);
  }

  private List<CoreProgram> stream(String text) throws IOException {
    Path file = directory.resolve("k.nki.jsonl");
    Files.writeString(file, text.replace('\'', '"'));
    return StreamReader.read(file, launching());
  }

  private static Launching launching() {
    return launching(1);
  }

  private static Launching launching(int lnc) {
    Ranks ranks = new Ranks(1, 1, lnc);
    return new Launching(
        DmaQueues.all(Dge.SWDGE), ranks, Set.of(), MiddleEnd.Mode.AUTO, new ReplicaGroups(ranks));
  }

  private String refusal(String text) {
    return assertThrows(NkiException.class, () -> stream(text)).getMessage();
  }

  /** Of the older dialect too, whose optimiser looks at loops. */
  @Test
  void streamsNeedNotNameLoops() throws IOException {
    String old = HEAD.replace("'dialect':'new'", "'dialect':'old'");
    String inLoop = LOAD.replace("]]\n", "],{'loop':[0,0]}]\n");
    assertEquals(1, stream(old + inLoop + END).get(0).script().steps().size());
    String unknown = inLoop.replace("[0,0,[64", "[7,0,[64");
    assertTrue(refusal(old + unknown + END).contains("tensor 7, which the stream does not"));
  }

  /** GpSimd makes the descriptors of a row at once, and one by one in the older dialect. */
  @ParameterizedTest
  @CsvSource({"new, SWDGE", "old, SWDGE_ONE_BY_ONE"})
  void theDialectSaysHowGpSimdMakesDescriptors(String dialect, Dge made) throws IOException {
    String head = HEAD.replace("'dialect':'new'", "'dialect':'" + dialect + "'");
    String asked = LOAD.replace("]]\n", "],{'dge_mode':'swdge'}]\n");
    List<Script.Step> steps = stream(head + LOAD + asked + END).get(0).script().steps();
    assertEquals(
        List.of(made, made), steps.stream().map(s -> ((DmaCopy) s.instruction()).dge()).toList());
  }

  /** Four programs, of which the grid says that each other one runs on the same core. */
  @Test
  void programsOfACoreRunOneAfterAnother() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int program = 0; program < 4; program++) {
      String head = HEAD.replace("'grid':[1]", "'grid':[4],'core':" + program % 2);
      text.append(head.replace("'pid':[0]", "'pid':[" + program + "]")).append(LOAD).append(END);
    }
    assertEquals(4, stream(text.toString()).get(0).script().steps().size(), "on one core");
    List<CoreProgram> two = StreamReader.read(directory.resolve("k.nki.jsonl"), launching(2));
    assertEquals(List.of(2, 2), two.stream().map(p -> p.script().steps().size()).toList());
  }

  @Test
  void rowsOfHbmAreThoseOfTheView() throws IOException {
    CoreProgram program =
        read(
            LOAD
                + dma(TILE, "[0,8192,[64,128,1,64]]")
                + dma(TILE, "[0,0,[128,128,1,64]]")
                + dma("[1,0,[64,128,1,1]]", "[0,5,[1,128]]")
                + dma(TILE, "[0,64,[0,128,1,64]]"));
    assertEquals(new Region(0, 128, 0, 64), source(program, 0));
    assertEquals(new Region(128, 256, 0, 64), source(program, 1), "the second plane");
    assertEquals(new Region(0, 255, 0, 64), source(program, 2), "every other row");
    assertEquals(new Region(0, 3, 0, 64), source(program, 3), "elements 5 to 132, whole rows");
    assertEquals(new Region(1, 2, 0, 64), source(program, 4), "one row for all partitions");
  }

  private static Region source(CoreProgram program, int step) {
    return program.script().steps().get(step).instruction().reads().get(0).region();
  }

  /** Nothing passes the end of an iteration on the device, in either direction. */
  @Test
  void iterationsOnTheDeviceDoNotOverlap() throws IOException {
    String end = "['loop_end','sync',0,[],[],{'ins':1}]\n";
    CoreProgram program = read(LOAD + LOAD + end + LOAD + LOAD + end + end + LOAD);
    List<List<Integer>> after =
        program.script().steps().stream().map(step -> step.freedom().after()).toList();
    List<Integer> none = List.of();
    List<Integer> first = List.of(2);
    assertEquals(
        List.of(none, none, List.of(0, 1), first, first, List.of(2, 3, 4), List.of(5), List.of(6)),
        after);
  }

  /** Every engine must know whether to enter; to do so takes longer than to wait. */
  @Test
  void loopsOnTheDeviceBeginTogether() throws IOException {
    String begin = "['loop_begin','sync',0,[],[],{'ins':1}]\n";
    CoreProgram program = read(LOAD + LOAD + begin + LOAD);
    List<Script.Step> steps = program.script().steps();
    assertEquals(List.of(0, 1), steps.get(2).freedom().after());
    assertEquals(List.of(2), steps.get(3).freedom().after());
    assertEquals("loop_begin", steps.get(2).instruction().opcode());
    DeviceParameters trn2 = DeviceParameters.load("trn2");
    Cost cost = steps.get(2).instruction().cost(new NeuronCoreCost(trn2.neuron(), 1));
    assertEquals(new Cost.Fixed(7_052_000, 7_052_000, -1), cost);
  }

  /** Both cores end an iteration together: one that had more of them would wait for ever. */
  @Test
  void coresMeetAtTheEndOfAnIteration() throws IOException {
    String end = "['loop_end','sync',0,[],[],{'ins':1}]\n";
    Path file = directory.resolve("two.nki.jsonl");
    Files.writeString(file, (HEAD + LOAD + end + LOAD + END).replace('\'', '"'));
    List<Script.Step> steps = StreamReader.read(file, launching(2)).get(0).script().steps();
    assertEquals(List.of(0), steps.get(1).freedom().after());
    assertEquals(1, steps.get(1).signals().size(), "says that it is there");
    assertEquals(2, steps.get(2).waits().get(0).value(), "waits for both");
    assertEquals(List.of(2), steps.get(3).freedom().after());
  }

  @Test
  void keepsEdgesBlocksAndLines() throws IOException {
    String copy = "['tensor_copy',null,0,[" + TILE + "],[" + TILE + "],{'after':[0],'region':3}]\n";
    CoreProgram program = read(LOAD + copy);
    var step = program.script().steps().get(1);
    assertEquals(List.of(0), step.freedom().after());
    assertEquals(3, step.freedom().fixedBlock());
    assertTrue(step.freedom().anyEngine());
    assertEquals("k.py:41", program.lines().of(1).orElseThrow().innermost().toString());
  }

  @Test
  void readsCompressedStreams() throws IOException {
    Path file = directory.resolve("k.nki.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write((HEAD + LOAD + END).replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
    Instruction load =
        StreamReader.read(file, launching()).get(0).script().steps().get(0).instruction();
    assertEquals("dma_copy", load.opcode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ['teleport','vector',0,[],[]] | k.py:41: E10 teleport is not simulated
          ['tensor_copy',null,0,[T],[T],{'mask':[[1,[1],'<']]}] | E10 tensor_copy with a mask of 1 indices on 2
          ['tensor_copy',null,0,[[2,0,[64,128,1,64]]],[[0,0,[64,128,1,64]]]] | k.py:41: E5 tensor_copy: operands must be on chip
          ['dma_copy','dma',0,[T],[[0,16000,[64,128,1,64]]]] | k.py:41: E4 x has 256 rows; access to 250..378
          ['dma_copy','dma',0,[T],[[0,0,[-64,128,1,64]]]] | k.py:41: E4 x has 16384 elements and no 1 rows of
          ['dma_copy','dma',0,[T],[[0,0,[64,128,1,64],['r',7,8192]]]] | x at the place of a register that nothing has set
          ['dma_copy','dma',0,[T],[[0,0,[64,128,1,64],null,'int64']]] | x of the type int64 is not
          ['dma_copy','dma',0,[T],[[9,0,[64,128,1,64]]]] | tensor 9, which the stream does not
          ['memset',7,0,[T],[]] | k.nki.jsonl:6: found "7", expected a text for 1
          """)
  void refusesWithTheLine(String call, String expected) {
    String message = refusal(HEAD + call.replace("T", TILE) + "\n" + END);
    assertTrue(message.contains(expected), message);
  }

  @Test
  void refusesWhatIsNoStream() {
    assertTrue(refusal("{'t':").contains("k.nki.jsonl:1: found no JSON ("), "broken JSON");
    assertTrue(refusal(LOAD).contains("expected a head first"), "no head");
    assertTrue(refusal(HEAD + LOAD).contains("expected a whole stream"), "cut off");
    assertTrue(refusal("").contains("expected a whole stream"), "empty");
    assertTrue(refusal(HEAD.replace("'v':1", "'v':2")).contains("version 1"), "too new");
    String odd = refusal(HEAD + buffer(5, "y", "sbuf", "int64", "[128,4]", "scratch") + END);
    assertEquals("k.py:9: E10 y of the type int64 is not simulated; use int32", odd);
  }
}
