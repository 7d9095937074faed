package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import trn2sim.hw.isa.Freedom;
import trn2sim.hw.isa.OperandException;
import trn2sim.hw.isa.Script;
import trn2sim.hw.memory.Buffer;
import trn2sim.hw.memory.BufferException;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.memory.OutOfBoundsException;
import trn2sim.hw.memory.Register;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.SourceLines;
import trn2sim.kernels.api.SourceLines.Frame;
import trn2sim.kernels.api.SourceLines.Place;
import trn2sim.kernels.nki.middleend.Block;
import trn2sim.kernels.nki.middleend.MiddleEnd;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.kernels.nki.stream.UnsupportedException;

/** Writes the script of one program while its block of the stream is read. */
final class CoreProgramBuilder {
  /** Register numbers leave room for this many channels. */
  private static final int CHANNELS = 8;

  private static final int NO_PLACE = -1;
  private static final Place UNKNOWN = new Place(List.of(new Frame("stream", 0, "")));

  private final CoreScript script;
  private final Tensors tensors;
  private final Views views;
  private final Rules rules;
  private final List<Place> places = new ArrayList<>();
  private final Map<Integer, Integer> placeIndex = new HashMap<>();
  private final List<Integer> placeOf = new ArrayList<>();
  private final List<SourceLines.Loop> loops = new ArrayList<>();
  private long inserted;
  private long dropped;
  private final List<Integer> loopOf = new ArrayList<>();
  private final Map<String, Declaration> inHbm = new LinkedHashMap<>();
  private final Map<String, Problem.Contents> constants = new HashMap<>();
  private final Map<Integer, CoreProgram.RingStep> ring = new LinkedHashMap<>();
  private final Set<String> remarks = new LinkedHashSet<>();
  private final RecorderNotes notes = new RecorderNotes();
  private int firstStep;
  private final List<Call> pending = new ArrayList<>();
  private final List<Integer> lastStep = new ArrayList<>();
  private final Map<Integer, Freedom> asked = new HashMap<>();
  private final LoopBarriers loopBarriers = new LoopBarriers();
  private Optional<Block> held = Optional.empty();

  CoreProgramBuilder(Launching launching, int core) {
    this.script = launching.script();
    this.tensors = new Tensors(script, core);
    this.views = new Views(tensors);
    this.rules = new Rules(script, views, launching, core);
  }

  /** Goes on with the next program of the same core. */
  CoreProgramBuilder next() {
    placeIndex.clear();
    lastStep.clear();
    firstStep = script.size();
    tensors.next();
    views.next();
    return this;
  }

  void place(Fields json) {
    List<Frame> calls = new ArrayList<>();
    Fields at = json.list("at");
    for (int i = 0; i < at.size(); i++) {
      Fields call = at.list(i);
      calls.add(new Frame(call.text(0), call.small(1), call.text(2)));
    }
    placeIndex.put(json.small("id"), places.size());
    places.add(calls.isEmpty() ? UNKNOWN : new Place(calls));
  }

  /** Holds back what follows until the block is complete, to rewrite it as a whole. */
  void rewriting(boolean wanted) {
    held =
        wanted
            ? Optional.of(new Block(new ArrayList<>(), new LinkedHashMap<>(), List.of()))
            : Optional.empty();
  }

  void tensor(Declaration declared) {
    notes.tensor(declared);
    if (held.isPresent()) {
      held.get().tensors().put(declared.id(), declared);
    } else {
      declare(declared);
    }
  }

  private void declare(Declaration declared) {
    try {
      Optional<Buffer> made = tensors.declare(declared);
      made.filter(buffer -> buffer.space() == MemorySpace.HBM)
          .ifPresent(buffer -> inHbm.put(buffer.name(), declared));
      made.ifPresent(
          buffer -> RecordedProblem.of(declared).ifPresent(c -> constants.put(buffer.name(), c)));
    } catch (UnsupportedException | BufferException | ArithmeticException e) {
      throw new NkiException(declared.group() + ": " + message(e));
    }
  }

  void register(Fields json) {
    boolean own = json.text("kind").equals("rank");
    if (!json.has("bound") || !(own || json.text("kind").equals("ring"))) {
      return;
    }
    int step = own ? 0 : json.small("iteration");
    int channel = own ? 0 : json.small("channel");
    int number = step * CHANNELS + channel;
    ring.put(number, new CoreProgram.RingStep(step, channel));
    String name = String.format(Locale.ROOT, "rank_id[%d,%d]", step, channel);
    views.register(json.small("id"), new Register(number, name, json.small("bound")));
  }

  void call(Call call) {
    notes.call(call);
    if (held.isPresent()) {
      held.get().calls().add(call);
    } else {
      issue(call);
    }
  }

  /** What was held back, as the optimiser leaves it. */
  private void rewrite(List<Boolean> independent) {
    Block before = new Block(held.get().calls(), held.get().tensors(), independent);
    held = Optional.empty();
    Block after = rewritten(before);
    after.tensors().values().forEach(this::declare);
    after.calls().forEach(this::issue);
    dropped += before.calls().size() - after.calls().size();
    remarks.add(MiddleEnd.remark(before, after));
  }

  private static Block rewritten(Block before) {
    try {
      return MiddleEnd.rewritten(before);
    } catch (UnsupportedException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | ArithmeticException e) {
      throw new NkiException("kernel.middle_end cannot read the stream: " + e.getMessage());
    }
  }

  private void issue(Call call) {
    if (!CollectiveRules.continues(pending, call)) {
      emit();
    }
    pending.add(call);
  }

  /** Writes the call whose records are complete. */
  private void emit() {
    if (pending.isEmpty()) {
      return;
    }
    int before = script.size();
    try {
      rules.apply(pending);
      mask(pending.get(0), before);
    } catch (UnsupportedException
        | OperandException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | ArithmeticException e) {
      throw refused(pending.get(0), message(e));
    }
    mark(pending.get(0), before);
    pending.forEach(record -> lastStep.add(script.size() - 1));
    pending.clear();
  }

  /** Elements that a mask leaves out keep their value. */
  private void mask(Call call, int before) {
    if (call.has("mask") && script.size() > before) {
      script.mask(SelectRules.conditions(call, "mask"));
    }
  }

  /** What is refused here has the code that the recorder gives it. */
  private static String message(RuntimeException e) {
    String code = e instanceof OutOfBoundsException ? "E4 " : "E5 ";
    return (e instanceof UnsupportedException ? "E10 " : code) + e.getMessage();
  }

  private NkiException refused(Call call, String message) {
    Integer index = placeIndex.get(call.source());
    Place place = index == null ? UNKNOWN : places.get(index);
    return new NkiException(place.innermost() + ": " + message);
  }

  /** Notes where the steps of a call come from, and what it asks of their order. */
  private void mark(Call call, int before) {
    for (int step = before; step < script.size(); step++) {
      placeOf.add(placeIndex.getOrDefault(call.source(), NO_PLACE));
      loopOf.add(call.has("loop") ? loops.size() + call.integers("loop").get(0) : NO_PLACE);
      List<Integer> after = new ArrayList<>(loopBarriers.before(step, call));
      for (int record : call.integers("after")) {
        after.add(lastStep.get(record));
      }
      if (!after.isEmpty() || call.has("region")) {
        int block = call.has("region") ? call.integers("region").get(0) : NO_PLACE;
        asked.put(step, new Freedom(false, after, block));
      }
    }
  }

  /** Notes what the recorder wants known, and how much is left to the compiler. */
  void end(Fields json, List<Boolean> independent) {
    if (held.isPresent()) {
      rewrite(independent);
    }
    inserted += json.has("inserted") ? json.integer("inserted") : 0;
    dropped += json.has("dropped") ? json.integer("dropped") : 0;
    emit();
    remarks.addAll(notes.end(json, script.openSteps(firstStep)));
  }

  /**
   * The core's program so far.
   *
   * @param own the runs of loops of the program that has ended, numbered by themselves
   */
  CoreProgram build(List<SourceLines.Loop> own) {
    constants.putAll(tensors.constants());
    int before = loops.size();
    own.forEach(loop -> loops.add(loop.after(before)));
    loopOf.replaceAll(loop -> loop < loops.size() ? loop : NO_PLACE);
    Script written = script.build();
    List<Script.Step> steps = new ArrayList<>(written.steps());
    asked.forEach((step, freedom) -> steps.set(step, with(steps.get(step), freedom)));
    return new CoreProgram(
        written.with(RingFragments.marked(steps)),
        new SourceLines(places, placeOf, loops, loopOf, List.copyOf(remarks), inserted, dropped),
        inHbm,
        constants,
        ring,
        rules.traffic().and(new CoreProgram.Traffic(ringsAskedFor(), 0, false)),
        rules.flops());
  }

  /** Rings whose order a register follows, though nothing may be sent round them. */
  private int ringsAskedFor() {
    return ring.values().stream()
        .filter(step -> step.iteration() > 0)
        .mapToInt(step -> step.channel() + 1)
        .max()
        .orElse(0);
  }

  private static Script.Step with(Script.Step step, Freedom asked) {
    List<Integer> after = new ArrayList<>(step.freedom().after());
    asked.after().stream().filter(before -> before >= 0).forEach(after::add);
    return new Script.Step(
        step.instruction(),
        step.waits(),
        step.signals(),
        step.ringStep(),
        new Freedom(step.freedom().anyEngine(), after, asked.fixedBlock()),
        step.source());
  }
}
