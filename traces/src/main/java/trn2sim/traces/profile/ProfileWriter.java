package trn2sim.traces.profile;

import static trn2sim.core.unit.Units.PS_PER_SECOND;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import trn2sim.core.json.JsonStream;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.WaitReason;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.OpcodeName;
import trn2sim.hw.machine.NeuronCore;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.hw.spec.TensorSpec;
import trn2sim.kernels.api.NeuronRun;
import trn2sim.traces.analysis.EngineUse;
import trn2sim.traces.run.RunResult;

/**
 * Writes a simulated run as the Neuron profiler would. Its times are whole nanoseconds; keys that
 * begin with {@code sim_} say to the picosecond, and beyond what a profiler can know, what the
 * simulator did, so that reading the file back gives the same run.
 */
public final class ProfileWriter {
  /** The key of the metadata that names the scenario of a simulated run. */
  static final String SCENARIO = "sim_scenario";

  private static final long NS = 1000;
  private static final int FULL_PACE = 8;
  private static final int DATA_VERSION = 8;

  private final RunResult run;
  private final NeuronRun neuron;
  private final JsonStream out;
  private final long[] firstIds;

  private ProfileWriter(RunResult run, NeuronRun neuron, JsonStream out) {
    this.run = run;
    this.neuron = neuron;
    this.out = out;
    firstIds = new long[run.processes().size()];
    for (int p = 1; p < firstIds.length; p++) {
      firstIds[p] = firstIds[p - 1] + run.processes().get(p - 1).program().size();
    }
  }

  /** Writes a run of NeuronCores. */
  public static void write(RunResult run, OutputStream target) throws IOException {
    try (JsonStream out = new JsonStream(target)) {
      new ProfileWriter(run, run.neuron().orElseThrow(), out).document();
    }
  }

  private void document() throws IOException {
    out.open();
    metadata();
    summary();
    out.openList("instruction");
    Predecessors predecessors = new Predecessors(neuron.machine());
    for (Process process : run.processes()) {
      instructions(process, predecessors);
    }
    out.endList();
    DmaRows dmas = new DmaRows(neuron.machine(), out);
    out.openList("dma_queues_info");
    dmas.queues(CollectiveSpec.CHANNELS);
    out.endList().openList("dma");
    for (Process process : run.processes()) {
      dmas.write(process, subgraph(process), firstIds[process.number()]);
    }
    out.endList();
    throttle();
    activity();
    out.end();
  }

  private int subgraph(Process process) {
    return neuron.launch().cores().get(process.number()).core();
  }

  private static String subgraph(int number) {
    return Text.format("sg%02d", number);
  }

  private void metadata() throws IOException {
    out.openList("metadata")
        .open()
        .put("data_version", DATA_VERSION)
        .put("num_physical_cores", run.processes().size())
        .put("pe_clock_freq", tensor().clock().hertz())
        .put("first_hw_timestamp", 0)
        .put("last_hw_timestamp", run.timeline().endPs() / NS)
        .put(SCENARIO, run.scenario().name())
        .put("sim_device", run.scenario().deviceName())
        .put("sim_ranks", ranks())
        .put("sim_tp", run.scenario().ranks().tp())
        .put("sim_groups", run.scenario().ranks().groups())
        .put("sim_lnc", run.scenario().ranks().lnc())
        .end()
        .endList();
  }

  /** The rank of each core, {@code 0:0 1:0 2:1}. */
  private String ranks() {
    return neuron.launch().cores().stream()
        .map(core -> core.core() + ":" + core.rank())
        .collect(Collectors.joining(" "));
  }

  private TensorSpec tensor() {
    return neuron.device().tensor();
  }

  private void summary() throws IOException {
    out.openList("summary").open();
    out.put("total_time", run.timeline().endPs() / PS_PER_SECOND);
    out.put("instruction_count", run.instructions());
    for (EngineUse use : EngineUse.engines(run)) {
      int process = firstCore(use);
      if (process == 0) {
        String engine = use.engine().toLowerCase(Locale.ROOT);
        out.put(engine + "_engine_active_time", use.busyPs() / PS_PER_SECOND);
      }
    }
    out.end().endList();
  }

  private int firstCore(EngineUse use) {
    return use.core().equals(run.processes().get(0).name()) ? 0 : 1;
  }

  private void instructions(Process process, Predecessors predecessors) throws IOException {
    int p = process.number();
    NeuronCore core = neuron.machine().core(process);
    Statements statements = new Statements(neuron.launch(), p);
    long[] waits = waits(process);
    for (int task : byStart(process)) {
      Instruction instruction = core.assembly().instruction(task);
      OpcodeName name = instruction.profiled();
      String operands = core.operands(task);
      String engine = instruction.engine().profiled();
      long start = process.startPs(task);
      String look = engine + name + operands.replaceAll("0x[0-9a-f]+", "");
      out.open()
          .put("timestamp", start / NS)
          .put("duration", process.freePs(task) / NS - start / NS)
          .put("subgroup", engine)
          .put("label", name.opcode().equals("MATMUL") ? "TensorMatrix" : engine)
          .put("opcode", name.opcode())
          .put("instruction_type", name.mode())
          .put("activation_fn", name.function())
          .put("operands", operands)
          .put("evt_wait_time", waits[task] / NS)
          .put("id", firstIds[p] + task)
          .put("bir_instruction_name", statements.name(task, look))
          .put("subgraph", subgraph(subgraph(process)))
          .put("elements", instruction.writes().stream().mapToLong(Access::size).sum())
          .put("sbuf_read_bytes", bytes(instruction.reads(), MemorySpace.SBUF))
          .put("psum_write_bytes", bytes(instruction.writes(), MemorySpace.PSUM))
          .put("sim_start_ps", start)
          .put("sim_free_ps", process.freePs(task))
          .put("sim_done_ps", process.donePs(task))
          .put("sim_lane", process.program().lanes().get(process.program().lane(task)).name());
      Optional<String> location = statements.location(task);
      if (location.isPresent()) {
        out.put("nki_source_location", location.get());
      }
      predecessors(predecessors.of(p, task));
      out.end();
    }
  }

  private static long bytes(List<Access> operands, MemorySpace memory) {
    return operands.stream().filter(o -> o.space() == memory).mapToLong(Access::bytes).sum();
  }

  private static int[] byStart(Process process) {
    return IntStream.range(0, process.program().size())
        .boxed()
        .sorted(Comparator.comparingLong(process::startPs))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** How long each task's row waited before it for something else than its own engine. */
  private long[] waits(Process process) {
    long[] waits = new long[process.program().size()];
    for (Track track : run.timeline().tracks()) {
      if (track.process() == process.number() && track.kind() == Track.Kind.ENGINE) {
        for (int bar = 0; bar < track.size(); bar++) {
          WaitReason reason = track.reason(bar);
          boolean waited = reason != WaitReason.NONE && reason != WaitReason.PIPELINE;
          waits[track.task(bar)] = waited ? track.gapPs(bar) : 0;
        }
      }
    }
    return waits;
  }

  private void predecessors(List<Predecessors.Edge> edges) throws IOException {
    out.openList("predecessors");
    for (Predecessors.Edge edge : edges) {
      out.open()
          .put("id", firstIds[edge.process()] + edge.task())
          .put("type", edge.type())
          .put("sim_reason", edge.reason().label())
          .end();
    }
    out.endList();
  }

  private void throttle() throws IOException {
    out.openList("ham");
    for (Process process : run.processes()) {
      long from = 0;
      int slow = FULL_PACE / tensor().throttle().slowFactor();
      int pace = slow;
      for (var change : neuron.machine().core(process).paceChanges().entrySet()) {
        window(process, from, change.getKey(), pace);
        from = change.getKey();
        pace = change.getValue() ? FULL_PACE : slow;
      }
      window(process, from, Math.max(from, run.timeline().endPs()), pace);
    }
    out.endList();
  }

  private void window(Process process, long fromPs, long toPs, int pace) throws IOException {
    out.open()
        .put("timestamp", fromPs / NS)
        .put("duration", toPs / NS - fromPs / NS)
        .put("k", pace)
        .put("n", FULL_PACE)
        .put("subgraph", subgraph(subgraph(process)))
        .end();
  }

  private void activity() throws IOException {
    out.openList("active_time");
    for (Track track : run.timeline().tracks()) {
      if (track.kind() == Track.Kind.ENGINE) {
        activity(track);
      }
    }
    out.endList();
  }

  private void activity(Track track) throws IOException {
    int bar = 0;
    while (bar < track.size()) {
      long start = track.startPs(bar);
      long end = track.endPs(bar);
      for (bar++; bar < track.size() && track.startPs(bar) == end; bar++) {
        end = track.endPs(bar);
      }
      out.open()
          .put("engine", track.name())
          .put("start_ts", start / NS)
          .put("end_ts", end / NS)
          .end();
    }
  }
}
