package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.List;
import trn2sim.core.program.Process;
import trn2sim.core.program.Program;
import trn2sim.core.timeline.Timeline;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackBuilder;
import trn2sim.core.timeline.WaitReason;
import trn2sim.hw.dma.Transfer;

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
      for (int lane = 0; lane < program.lanes().size(); lane++) {
        if (program.queue(lane).length > 0) {
          tracks.add(engine(process, p, lane));
        }
      }
      NeuronCore core = machine.core(process);
      for (Transfer.Queue queue : Transfer.Queue.values()) {
        if (!core.payloads().get(queue).isEmpty()) {
          tracks.add(queue(process, p, queue, core.payloads().get(queue)));
        }
      }
      for (int task = 0; task < program.size(); task++) {
        end = Math.max(end, Math.max(process.donePs(task), process.freePs(task)));
      }
    }
    return new Timeline(tracks, end);
  }

  private static Track engine(Process process, int number, int lane) {
    int[] tasks = process.program().queue(lane);
    String name = process.name() + "." + process.program().lanes().get(lane).name();
    TrackBuilder track = new TrackBuilder(name, Track.Kind.ENGINE, number, tasks.length);
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
