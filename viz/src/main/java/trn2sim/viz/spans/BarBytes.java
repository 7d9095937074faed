package trn2sim.viz.spans;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.kernels.api.Measured;

/** How many bytes each payload on a DMA queue or CC-core of a NeuronCore moves. */
final class BarBytes {
  private BarBytes() {}

  /** By bar; empty for rows that move nothing, or whose machine does not say. */
  static List<Long> of(Process process, Track track) {
    if (process.processor() instanceof Measured measured) {
      return measured.bytes(track.name().substring(process.name().length() + 1));
    }
    List<Long> bytes = new ArrayList<>();
    if (process.processor() instanceof NeuronCore core) {
      switch (track.kind()) {
        case QUEUE -> transfers(core, track, bytes);
        case LINK -> collectives(core, track, bytes);
        case ENGINE -> {}
      }
    }
    return bytes;
  }

  private static void transfers(NeuronCore core, Track track, List<Long> bytes) {
    for (int bar = 0; bar < track.size(); bar++) {
      bytes.add(core.transfer(track.task(bar)).bytes());
    }
  }

  private static void collectives(NeuronCore core, Track track, List<Long> bytes) {
    String name = track.name();
    int channel = Integer.parseInt(name, name.lastIndexOf('[') + 1, name.length() - 1, 10);
    for (Fabric.Payload payload : core.collectivePayloads().get(channel)) {
      bytes.add(payload.bytes());
    }
  }
}
