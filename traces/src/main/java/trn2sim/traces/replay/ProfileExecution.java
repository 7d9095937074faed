package trn2sim.traces.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import trn2sim.core.program.Process;
import trn2sim.core.program.Processor;
import trn2sim.core.program.Runner;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Timeline;
import trn2sim.hw.isa.TaskEffect;
import trn2sim.hw.spec.NeuronSpec;
import trn2sim.kernels.api.Effects;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.MeasuredRun;
import trn2sim.kernels.api.Outcome;
import trn2sim.kernels.api.RunSetup;
import trn2sim.kernels.api.Traffic;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.Work;
import trn2sim.kernels.api.Worker;
import trn2sim.traces.profile.Profile;

/** Runs what was measured once more, every instruction at its time. */
final class ProfileExecution implements Execution {
  /** A profile shows when data moves, not which. */
  private static final Effects NONE =
      new Effects() {
        @Override
        public List<Memory> memories() {
          return List.of();
        }

        @Override
        public Optional<TaskEffect> completed(int process, int task) {
          return Optional.empty();
        }
      };

  private final Profile profile;
  private final NeuronSpec device;
  private final CoreRanks ranks;

  ProfileExecution(Profile profile, NeuronSpec device, CoreRanks ranks) {
    this.profile = profile;
    this.device = device;
    this.ranks = ranks;
  }

  @Override
  public Work work() {
    return MeasuredWork.of(profile, device, ranks);
  }

  @Override
  public List<View> views() {
    return List.of(View.TOTAL);
  }

  @Override
  public Outcome run(RunSetup setup) {
    ProfileReplay replay = new ProfileReplay(profile, device);
    Runner runner = new Runner(setup.simulation(), setup.listener());
    List<Worker> workers = new ArrayList<>();
    for (CorePlan plan : replay.plans()) {
      MeasuredCore core = replay.core(plan);
      int chip = device.chip().cores();
      String name = "Chip[" + plan.core() / chip + "].Core[" + plan.core() % chip + "]";
      Process process = runner.add(name, core.program(), core, replay.crossings().semaphores());
      core.bind(setup.simulation(), process);
      workers.add(new Worker(process, ranks.of(plan.core())));
    }
    setup.run(runner);
    Timeline timeline = setup.timeline(runner.processes());
    return new Outcome(
        timeline,
        workers,
        List.of(timeline.endPs()),
        traffic(runner.processes()),
        NONE,
        setup.simulation().events(),
        measured());
  }

  private MeasuredRun measured() {
    return new MeasuredRun(
        profile.file(),
        profile.simulated(),
        profile.cores(),
        profile.instructions().size(),
        profile.dmas().size(),
        profile.capture(),
        profile.notes().list());
  }

  /** What each queue carried. */
  private static Traffic.Kinds traffic(List<Process> processes) {
    List<Traffic> dma = new ArrayList<>();
    for (Process process : processes) {
      Processor core = process.processor();
      for (Row row : core.rows()) {
        String name = process.name() + "." + row.name();
        long bytes = core.bytes(row.name()).stream().mapToLong(Long::longValue).sum();
        long busyPs = row.bars().stream().mapToLong(bar -> bar.endPs() - bar.startPs()).sum();
        dma.add(new Traffic(name, bytes, busyPs, Double.POSITIVE_INFINITY));
      }
    }
    return new Traffic.Kinds(List.of(), List.of(), dma);
  }
}
