package trn2sim.kernels.nki;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import trn2sim.core.config.Nearest;
import trn2sim.core.sim.RunPart;
import trn2sim.hw.collective.Communicator;
import trn2sim.hw.isa.Script;
import trn2sim.hw.link.RankGroup;
import trn2sim.hw.link.RingEmbedding;
import trn2sim.kernels.api.Cluster;
import trn2sim.kernels.api.DmaQueues;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Launch;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.ScriptKernel;
import trn2sim.kernels.nki.middleend.MiddleEnd;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.kernels.nki.stream.StreamFile;

/** A kernel written in NKI: its recorded instructions, one program for each core of a rank. */
public final class NkiKernel implements ScriptKernel {
  /** Where the recording of a request comes from. */
  public interface Recordings {
    Path of(Request request);

    /** Whether a size of the scenario may matter to it. */
    default boolean uses(String size) {
      return true;
    }

    /** What the scenario hands the recorder, as it is written there. */
    default Map<String, String> given() {
      return Map.of();
    }

    /** The types of its arguments, each once. */
    default List<String> types(Request request) {
      return List.of();
    }

    /** The ranks that they were made for, if they were made already. */
    default Optional<Ranks> ranks() {
      return Optional.empty();
    }
  }

  /**
   * What is done with a kernel.
   *
   * @param answer what the result should be, absent if nobody says
   * @param middleEnd whether the optimiser of the older dialect runs
   * @param unfused what a kernel that gathers and multiplies is compared with
   */
  public record Treatment(
      Optional<Answer> answer, MiddleEnd.Mode middleEnd, GatherThenMatmul unfused) {}

  /** The kernel that gathers first; nothing where it cannot. */
  public interface GatherThenMatmul {
    Optional<Launch> of(Request request, Problem.Tensor lhs, Problem.Tensor rhs);
  }

  private final String name;
  private final List<String> sizes;
  private final Recordings recordings;
  private final Treatment treatment;

  /**
   * @param sizes the names that the scenario gives to sizes
   */
  public NkiKernel(String name, List<String> sizes, Recordings recordings, Treatment treatment) {
    this.name = name;
    this.sizes = List.copyOf(sizes);
    this.recordings = recordings;
    this.treatment = treatment;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String unchecked() {
    return "has neither check nor reference to compare its results with";
  }

  @Override
  public boolean authored() {
    return true;
  }

  @Override
  public Optional<String> checkedBy() {
    return Optional.of(
        "check: matmul(a, b) or the like, with the kernel's arguments, or reference:"
            + " FILE.py:FUNCTION; docs/nki.md has both, and a run for times alone needs neither");
  }

  @Override
  public String summary() {
    return "a kernel written in NKI";
  }

  @Override
  public List<String> remarks() {
    List<String> used = sizes.stream().filter(recordings::uses).toList();
    return sizes.stream().filter(size -> !used.contains(size)).map(x -> idle(x, used)).toList();
  }

  private static String idle(String size, List<String> used) {
    String meant =
        Nearest.to(size, used).map(name -> "; did you mean shape." + name + "?").orElse("");
    return "W8 shape." + size + " is named by no argument and changes nothing" + meant;
  }

  @Override
  public List<String> types(Request request) {
    return recordings.types(request);
  }

  @Override
  public Optional<Ranks> usualRanks() {
    return recordings.ranks();
  }

  @Override
  public Map<String, String> given() {
    Map<String, String> given = new LinkedHashMap<>(recordings.given());
    if (treatment.middleEnd() != MiddleEnd.Mode.AUTO) {
      given.put("middle_end", treatment.middleEnd().label());
    }
    return given;
  }

  /** What was recorded, and what it is checked against. */
  @Override
  public String identity(Request request) {
    Path stream = recordings.of(request);
    try {
      return RecordingCache.hash(Files.readAllBytes(stream))
          + treatment.answer().map(Answer::identity).orElse("")
          + treatment.middleEnd();
    } catch (IOException e) {
      throw new NkiException(stream + ": cannot be read: " + e.getMessage());
    }
  }

  @Override
  public List<ParameterSpec> shape() {
    return sizes.stream().map(size -> ParameterSpec.required(size, "a size")).toList();
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of(DmaQueues.OPTION);
  }

  @Override
  public Launch launch(Request request) {
    Path stream = recordings.of(request);
    Launching launching =
        RunPart.READING.of(() -> Launching.of(request, stream, treatment.middleEnd()));
    List<CoreProgram> programs = RunPart.READING.of(() -> StreamReader.read(stream, launching));
    int lnc = request.ranks().lnc();
    if (programs.size() != lnc) {
      throw new KernelException(
          "ranks.lnc", lnc, programs.size() + ", a core for each program of " + name);
    }
    if (programs.stream().allMatch(program -> program.script().steps().isEmpty())) {
      throw new KernelException("kernel.function", "no instructions", "a kernel that issues some");
    }
    Pipes.requireOneOrder(programs);
    Cluster cluster = Cluster.of(request);
    CoreProgram.Traffic traffic = CoreProgram.trafficOf(programs);
    Optional<Communicator> communicator =
        communicator(cluster, traffic)
            .map(who -> who.with(cluster.groupings(launching.groups().others())));
    List<Script> scripts = programs.stream().map(CoreProgram::script).toList();
    Map<Integer, CoreProgram.RingStep> ring = new HashMap<>();
    programs.forEach(program -> ring.putAll(program.ring()));
    Optional<Problem> problem =
        treatment.answer().map(wanted -> problem(wanted, programs, request));
    return new Launch(
        cluster.cores(scripts, (group, rank) -> registers(communicator, group, rank, ring)),
        programs.stream().mapToDouble(CoreProgram::flops).sum(),
        problem,
        Optional.empty(),
        communicator,
        Optional.empty(),
        programs.stream().map(CoreProgram::lines).toList());
  }

  /**
   * A kernel that is said to gather and multiply can be held against doing one after the other, if
   * it does all of the work.
   */
  @Override
  public Optional<Launch> baseline(Request request, Launch fused) {
    return fused
        .problem()
        .map(recorded -> ((RecordedProblem) recorded).problem())
        .filter(CheckProblem.class::isInstance)
        .map(CheckProblem.class::cast)
        .filter(check -> check.function() == Check.Function.GATHER_MATMUL)
        .filter(check -> fused.flopsPerRank() >= check.flops())
        .flatMap(
            check -> treatment.unfused().of(request, check.inputs().get(0), check.inputs().get(1)));
  }

  private static Problem problem(Answer answer, List<CoreProgram> programs, Request request) {
    Map<String, Problem.Contents> constants = new HashMap<>();
    programs.forEach(program -> constants.putAll(program.constants()));
    Map<String, Declaration> tensors = programs.get(0).inHbm();
    boolean inPlace = tensors.values().stream().anyMatch(t -> t.role().equals("inout"));
    Map<String, Problem.Range> ranges = new HashMap<>();
    tensors.forEach((name, tensor) -> tensor.range().ifPresent(range -> ranges.put(name, range)));
    tensors.forEach(
        (name, tensor) ->
            tensor
                .values()
                .ifPresent(all -> constants.put(name, index -> all.get(index).doubleValue())));
    return new RecordedProblem(answer.problem(tensors, request), constants, ranges, inPlace);
  }

  @Override
  public Optional<Path> recording(Request request) {
    return Optional.of(recordings.of(request));
  }

  /** Writes a recording to another file, whole or not at all; {@code .gz} is compressed. */
  public static void save(Path recording, Path target) throws IOException {
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      copy(recording, target); // a pipe or a terminal
      return;
    }
    Path part = target.resolveSibling("." + target.getFileName());
    try {
      copy(recording, part);
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void copy(Path recording, Path target) throws IOException {
    boolean packed = target.toString().endsWith(".gz");
    try (InputStream in = StreamFile.open(recording);
        OutputStream file = Files.newOutputStream(target);
        OutputStream out = packed ? new GZIPOutputStream(file) : file) {
      in.transferTo(out);
    }
  }

  private static Optional<Communicator> communicator(Cluster cluster, CoreProgram.Traffic traffic) {
    if (traffic.channels() > 0 && traffic.gatheredBytes() > 0) {
      return Optional.of(cluster.ringsAndPlans(traffic.channels(), traffic.gatheredBytes()));
    }
    if (traffic.channels() > 0) {
      return Optional.of(cluster.rings(traffic.channels()));
    }
    if (traffic.gatheredBytes() > 0) {
      return Optional.of(cluster.allGather(traffic.gatheredBytes()));
    }
    return traffic.others() ? Optional.of(cluster.unordered()) : Optional.empty();
  }

  /** The member of the group whose data the step of the ring processes on the channel. */
  private static Map<Integer, Integer> registers(
      Optional<Communicator> communicator,
      RankGroup group,
      int rank,
      Map<Integer, CoreProgram.RingStep> ring) {
    Map<Integer, Integer> values = new HashMap<>();
    Optional<RingEmbedding> order =
        communicator
            .filter(who -> !who.rings().isEmpty())
            .map(who -> who.rings().get(who.groups().indexOf(group)));
    ring.forEach(
        (number, step) -> {
          boolean own = step.iteration() == 0 || order.isEmpty();
          int owner = own ? rank : order.get().predecessor(step.iteration(), step.channel(), rank);
          values.put(number, group.ranks().indexOf(owner));
        });
    return values;
  }
}
