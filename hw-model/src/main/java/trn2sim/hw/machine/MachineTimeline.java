package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackBuilder;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.dma.Transfer;
import trn2sim.hw.isa.Engine;

/** Reads the timeline off a machine that has run: a row per engine and per DMA queue in use. */
public final class MachineTimeline {
  private MachineTimeline() {}

  public static Timeline of(Machine machine) {
    List<Track> tracks = new ArrayList<>();
    List<Process> processes = machine.processes();
    long end = 0;
    for (int p = 0; p < processes.size(); p++) {
      Process process = processes.get(p);
      Program program = process.program();
      NeuronCore core = machine.core(process);
      for (Map.Entry<String, List<Integer>> row : rows(core, program).entrySet()) {
        tracks.add(engine(process, p, row.getKey(), row.getValue()));
      }
      for (Transfer.Queue queue : Transfer.Queue.values()) {
        if (!core.payloads().get(queue).isEmpty()) {
          tracks.add(queue(process, p, queue, core.payloads().get(queue)));
        }
      }
      List<List<Fabric.Payload>> channels = core.collectivePayloads();
      for (int channel = 0; channel < channels.size(); channel++) {
        if (!channels.get(channel).isEmpty()) {
          tracks.add(channel(process, p, channel, channels.get(channel)));
        }
      }
      for (int task = 0; task < program.size(); task++) {
        end = Math.max(end, Math.max(process.donePs(task), process.freePs(task)));
      }
    }
    return new Timeline(tracks, end);
  }

  /** The tasks of each engine, DMAs with the engine that issues them. */
  private static Map<String, List<Integer>> rows(NeuronCore core, Program program) {
    Map<String, List<Integer>> rows = new LinkedHashMap<>();
    for (Engine engine : Engine.values()) {
      rows.put(engine.label(), new ArrayList<>());
    }
    for (int task = 0; task < program.size(); task++) {
      rows.get(core.assembly().instruction(task).engine().label()).add(task);
    }
    rows.values().removeIf(List::isEmpty);
    return rows;
  }

  private static Track engine(Process process, int number, String row, List<Integer> tasks) {
    tasks.sort(Comparator.comparingLong(process::startPs));
    String name = process.name() + "." + row;
    TrackBuilder track = new TrackBuilder(name, Track.Kind.ENGINE, number, tasks.size());
    for (int task : tasks) {
      track.bar(
          task,
          process.startPs(task),
          process.freePs(task),
          process.reason(task),
          process.blamed(task));
    }
    return track.build();
  }

  /** An idle CC-core waits for its core, or for the partner's. */
  private static Track channel(
      Process process, int number, int channel, List<Fabric.Payload> payloads) {
    String name = process.name() + ".Cc[" + channel + "]";
    TrackBuilder track = new TrackBuilder(name, Track.Kind.LINK, number, payloads.size());
    for (Fabric.Payload payload : payloads) {
      track.bar(
          payload.task(), payload.startPs(), payload.endPs(), WaitReason.ISSUE, payload.task());
    }
    return track.build();
  }

  /** An idle queue waits for its next instruction, or for that instruction's dispatch. */
  private static Track queue(
      Process process, int number, Transfer.Queue queue, List<NeuronCore.Payload> payloads) {
    String name = process.name() + "." + queue.label();
    TrackBuilder track = new TrackBuilder(name, Track.Kind.QUEUE, number, payloads.size());
    for (NeuronCore.Payload payload : payloads) {
      track.bar(
          payload.task(), payload.startPs(), payload.endPs(), WaitReason.ISSUE, payload.task());
    }
    return track.build();
  }
}
