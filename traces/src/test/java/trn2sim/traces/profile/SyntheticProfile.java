package trn2sim.traces.profile;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Makes profiles of any size in the profiler's style, with keys that nobody knows: two cores that
 * load, multiply and copy out, a preamble of bookkeeping before and after.
 */
final class SyntheticProfile {
  private static final int ENGINES = 16;
  private static final int PREAMBLE = 13_400;

  private final Writer out;
  private long id;
  private boolean first = true;

  private SyntheticProfile(Writer out) {
    this.out = out;
  }

  /** Writes a file of about so many bytes; returns how many instructions it has. */
  static long write(Path file, long bytes) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      return new SyntheticProfile(out).write(Math.max(1, bytes / 9_080));
    }
  }

  private long write(long steps) throws IOException {
    out.write("{\"metadata\": [{\"num_physical_cores\": 2, \"data_version\": 8}],\n");
    out.write("\"instruction\": [");
    for (int core = 0; core < 2; core++) {
      row(core, "Sync", "NOP", "", 0, 30, -1);
      for (long step = 0; step < steps; step++) {
        step(core, PREAMBLE + step * 1000);
      }
      row(core, "Sync", "NOTIFY", "", PREAMBLE + steps * 1000 + 2200, 20, -1);
    }
    out.write("],\n\"dma_queues_info\": [{\"q_name\": \"qSyncDynamicHW\", \"q_idx\": 0}],\n");
    out.write("\"dma\": [");
    first = true;
    for (long step = 0; step < steps; step++) {
      for (int engine = 0; engine < ENGINES; engine++) {
        packet(step, engine);
      }
    }
    out.write("],\n\"ham\": [{\"timestamp\": 0, \"duration\": 4000, \"k\": 4, \"n\": 8}]}\n");
    return id;
  }

  private void step(int core, long at) throws IOException {
    long load = row(core, "Sync", "DMA_DIRECT2D", "", at, 60, -1);
    long weights = row(core, "Tensor", "LDWEIGHTS", "128*128", at + 480, 54, load);
    long product = row(core, "Tensor", "MATMUL", "128*128", at + 534, 213, weights);
    row(core, "Vector", "COPY", "128*512", at + 800, 140, product);
  }

  private long row(
      int core, String engine, String opcode, String size, long at, long length, long before)
      throws IOException {
    comma();
    out.write(
        String.format(
            Locale.ROOT,
            "{\"timestamp\": %d, \"duration\": %d, \"subgroup\": \"%s\", \"opcode\": \"%s\","
                + " \"operands\": \"S[5] (%s)++@complete src=bfloat16@0x%x[1,0,0][512,1,1]"
                + " dst=0x2000300[1,0,0][512,1,1] %s\", \"evt_wait_time\": %d, \"id\": %d,"
                + " \"bir_instruction_name\": \"I-%d-%d\", \"subgraph\": \"sg%02d\","
                + " \"predecessors\": [%s], \"pc\": %d, \"hlo_name\": \"dot.%d\", \"nc_idx\": %d,"
                + " \"layer\": \"/model/layers.%d/attention/qkv/projection\","
                + " \"queue_depth\": %d, \"stall_cycles\": %d, \"opaque\": [%d, {\"a\": null}]}",
            at,
            length,
            engine,
            opcode,
            engine,
            id % 0x30000,
            size,
            before < 0 ? 0 : 20,
            id,
            id % 7,
            id / 7,
            core,
            before < 0 ? "" : "{\"id\": " + before + ", \"type\": \"FLOW_DEPENDENCE\"}",
            64 * id,
            id % 100,
            core,
            id % 32,
            id % 16,
            id % 999,
            id));
    return id++;
  }

  private void packet(long step, int engine) throws IOException {
    comma();
    out.write(
        String.format(
            Locale.ROOT,
            "{\"timestamp\": %d, \"duration\": 300, \"subgroup\": \"Q0-E%d\", \"dma_engine\": %d,"
                + " \"dma_queue\": 0, \"queue_type\": \"hardware_dynamic\", \"transfer_size\": 8192,"
                + " \"packet_aggregation_id\": %d, \"is_cc_dma\": false,"
                + " \"variable\": \"tensor_%d\", \"descriptor_address\": \"0x7f%010x\","
                + " \"outstanding\": %d, \"element_size\": 512}",
            PREAMBLE + step * 1000 + 100 + engine,
            64 + engine,
            64 + engine,
            step,
            step % 50,
            step * ENGINES + engine,
            engine));
  }

  private void comma() throws IOException {
    out.write(first ? "\n" : ",\n");
    first = false;
  }
}
