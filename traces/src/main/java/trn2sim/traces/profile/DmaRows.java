package trn2sim.traces.profile;

import java.io.IOException;
import java.util.List;
import trn2sim.core.json.JsonStream;
import trn2sim.core.program.Process;
import trn2sim.core.unit.Text;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.DmaCopy;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Masked;
import trn2sim.hw.machine.Machine;
import trn2sim.hw.machine.NeuronCore;

/** Writes what the DMA engines of simulated cores carried, a row for each engine of a transfer. */
final class DmaRows {
  private static final long NS = 1000;

  private final Machine machine;
  private final JsonStream out;
  private long together;

  DmaRows(Machine machine, JsonStream out) {
    this.machine = machine;
    this.out = out;
  }

  /** The rows of one core; its instructions are numbered from {@code firstId} on. */
  void write(Process process, int subgraph, long firstId) throws IOException {
    NeuronCore core = machine.core(process);
    for (Transfer.Queue queue : Transfer.Queue.values()) {
      for (NeuronCore.Payload payload : core.payloads().get(queue)) {
        Transfer transfer = core.transfer(payload.task());
        together++;
        packets(
            new Packet(
                queue.ordinal(),
                subgraph,
                payload.startPs(),
                payload.endPs(),
                firstId + payload.task(),
                false,
                type(core.assembly().instruction(payload.task()))),
            transfer);
      }
    }
    List<List<Fabric.Payload>> channels = core.collectivePayloads();
    for (int channel = 0; channel < channels.size(); channel++) {
      for (Fabric.Payload copy : channels.get(channel)) {
        together++;
        int queue = Transfer.Queue.values().length + channel;
        long id = firstId + copy.task();
        packet(
            new Packet(queue, subgraph, copy.startPs(), copy.endPs(), id, true, "static"),
            copy.bytes(),
            channel);
      }
    }
  }

  private record Packet(
      int queue,
      int subgraph,
      long startPs,
      long endPs,
      long instruction,
      boolean collective,
      String type) {}

  private static String type(Instruction instruction) {
    Instruction whole = instruction instanceof Masked masked ? masked.whole() : instruction;
    return switch (((DmaCopy) whole).dge()) {
      case STATIC -> "static";
      case SWDGE, SWDGE_ONE_BY_ONE -> "software_dynamic";
      case HWDGE -> "hardware_dynamic";
    };
  }

  private void packets(Packet packet, Transfer transfer) throws IOException {
    long[] service = transfer.enginePs();
    int engines = 0;
    for (long ps : service) {
      engines += ps > 0 ? 1 : 0;
    }
    if (engines == 0) {
      packet(packet, transfer.bytes(), 0);
    }
    int used = 0;
    for (int engine = 0; engine < service.length; engine++) {
      if (service[engine] > 0) {
        long share = transfer.bytes() * (used + 1) / engines - transfer.bytes() * used / engines;
        packet(packet, share, engine);
        used++;
      }
    }
  }

  private void packet(Packet packet, long bytes, int engine) throws IOException {
    int number = packet.subgraph * 16 + engine;
    out.open()
        .put("timestamp", packet.startPs / NS)
        .put("duration", packet.endPs / NS - packet.startPs / NS)
        .put("subgroup", "Q" + packet.queue + "-E" + number)
        .put("dma_engine", Integer.toString(number))
        .put("dma_queue", Integer.toString(packet.queue))
        .put("queue_type", packet.type)
        .put("transfer_size", bytes)
        .put("packet_aggregation_id", together)
        .put("is_cc_dma", packet.collective ? "yes" : "no")
        .put("subgraph", Text.format("sg%02d", packet.subgraph))
        .put("sim_start_ps", packet.startPs)
        .put("sim_end_ps", packet.endPs)
        .put("sim_instruction", packet.instruction)
        .end();
  }

  /** The names of the queues: those of the rows on a timeline, after a q. */
  void queues(int channels) throws IOException {
    for (Transfer.Queue queue : Transfer.Queue.values()) {
      queue(queue.label().replaceFirst("^Dma[.]", "q"), queue.ordinal());
    }
    for (int channel = 0; channel < channels; channel++) {
      queue("qCc[" + channel + "]", Transfer.Queue.values().length + channel);
    }
  }

  private void queue(String name, int index) throws IOException {
    out.open().put("q_name", name).put("q_idx", index).put("q_eng_idx", 0).end();
  }
}
