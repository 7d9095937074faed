package trn2sim.traces.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.core.unit.Text;
import trn2sim.traces.profile.ParsedOperands;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.profile.Profiles;
import trn2sim.traces.run.RunResult;

/** Rows in the form in which profiler 2.28 writes them. */
class ProfilerFormTest {
  private static final int ENGINES = 16;

  private static String instruction(
      String engine, String opcode, long at, long length, long id, String operands, String more) {
    return Text.format(
        "{'instruction_type':'REGULAR','subgraph':'sg00','subgroup':'%s','opcode':'%s',"
            + "'timestamp':%d,'duration':%d,'id':%d,'operands':'%s','crc_in':65535%s}",
        engine, opcode, at, length, id, operands, more);
  }

  /** Two DMAs in one aggregation: each engine moves eight packets, then writes a semaphore. */
  private static String packets() {
    return IntStream.range(0, ENGINES)
        .boxed()
        .flatMap(
            engine ->
                IntStream.range(0, 18)
                    .mapToObj(
                        i -> {
                          int size = i % 9 == 8 ? 4 : i < 9 ? 256 : 512;
                          return Text.format(
                              "{'dma_engine':'%d','dma_queue':'1','subgroup':'Q1-E%d',"
                                  + "'queue_type':'hardware_dynamic','transfer_size':%d,"
                                  + "'packet_aggregation_id':4767622535416772230,"
                                  + "'is_cc_dma':'no','variable':'unknown','subgraph':'sg00',"
                                  + "'packet_idx':%d,'timestamp':%d,'duration':17}",
                              64 + engine,
                              64 + engine,
                              size,
                              i,
                              (i < 9 ? 15_000 : 16_300) + 14 * (i % 9) + engine);
                        }))
        .collect(Collectors.joining(","));
  }

  private static Profile profile() {
    String load =
        " semaphore=%d sem_increment=16  src_elem_size=%d dst_elem_size=%d"
            + " src_pattern=[256,1][128,1] dst_pattern=[262144,1][128,1] compute_op=NONE ";
    String dependence = ",'predecessors':[{'id':%d,'type':'FLOW_DEPENDENCE'}]";
    String rows =
        String.join(
            ",",
            instruction("Tensor", "WRITE", 84, 70, 1, " data=0x2 size=4 ", ""),
            instruction("Vector", "TENSOR_LOAD", 3954, 518, 2, " data=$R[0] ", ""),
            instruction("Sync", "EVENT_SEMAPHORE", 9695, 30, 3, " $S[2]==4 $S[2]=0@complete ", ""),
            instruction("Sync", "DMA_DIRECT2D", 13_704, 542, 4, Text.format(load, 8, 256, 256), ""),
            instruction("Sync", "DMA_DIRECT2D", 14_294, 601, 5, Text.format(load, 9, 512, 512), ""),
            instruction(
                "Tensor",
                "MATMUL",
                16_600,
                634,
                6,
                "S[5] (Tensor)++@complete acc_flags=3 src=bfloat16@0x37600[1,0,0][512,1,1]"
                    + " dst=0x2001800[1,0,0][512,1,1] 128*128 ",
                Text.format(dependence, 5)),
            instruction(
                "Scalar",
                "ACTIVATE",
                17_300,
                687,
                7,
                "S[5] (Tensor)>=1 S[4] (Scalar)++@complete EXP bias_ptr=fp32@0x4810"
                    + " src=fp32@0x2002000[1,1,1][512,1,1] dst=fp32@0x4820[1,1,1][512,1,1]"
                    + " channels=128 ",
                ",'activation_fn':'EXP'"),
            instruction("Sync", "NOTIFY", 20_200, 10, 8, " ", ""));
    return Profiles.read(
        ("{'profile_info':[{'profile_name':'x'}],'instruction':["
                + rows
                + "],'dma_queues_info':[{'q_name':'qSyncDynamicHW','q_idx':'1','q_eng_idx':'0'}],"
                + "'dma':["
                + packets()
                + "],'ham':[{'subgraph':'sg00','timestamp':16500,'k':8,'n':8,'type':0,"
                + "'duration':900}],'metadata':[{'data_version':8}]}")
            .replace('\'', '"'));
  }

  @Test
  void allOfItIsUnderstood() {
    Profile profile = profile();
    assertEquals(List.of(), profile.notes().list());
    assertEquals(13_704_000, profile.capture().preamblePs());
    assertEquals("EXP", profile.instructions().type(6));
    assertEquals("", profile.instructions().type(5));
  }

  @Test
  void anAggregationIsCutWhereSemaphoresAreWritten() {
    Profile profile = profile();
    assertEquals(2, profile.dmas().size());
    assertEquals(32_768, profile.dmas().bytes(0));
    assertEquals(65_536, profile.dmas().bytes(1));
    assertEquals(16_300_000, profile.dmas().startPs(1));
  }

  @Test
  void dmasBelongToTheInstructionsWithTheirBytes() {
    RunResult run = ProfileRun.of(profile(), "trn2");
    Track queue =
        run.timeline().tracks().stream()
            .filter(track -> track.kind() == Track.Kind.QUEUE)
            .findFirst()
            .orElseThrow();
    assertEquals("Chip[0].Core[0].Dma.SyncDynamicHW", queue.name());
    assertEquals(2, queue.size());
    Track tensor = run.timeline().tracks().get(0);
    assertEquals(WaitReason.DMA, tensor.reason(0));
    Track scalar =
        run.timeline().tracks().stream()
            .filter(track -> track.name().endsWith(".Scalar"))
            .findFirst()
            .orElseThrow();
    assertEquals(WaitReason.ENGINE, scalar.reason(0));
    assertTrue(run.work().flopsPerRank() == 2.0 * 128 * 128 * 512);
  }

  @Test
  void operandsOfTheFormAreParsed() {
    ParsedOperands operands =
        ParsedOperands.of(
            "S[24] (qGpSimdDynamic)>=16 $S[2]++@complete semaphore=9 $S[7]=0 channels=64");
    assertEquals(List.of(new ParsedOperands.Await(24, 16)), operands.awaited());
    assertEquals(List.of(2, 9), operands.raised());
    assertEquals(64, operands.rows().getAsInt());
    assertTrue(operands.columns().isEmpty());
  }
}
