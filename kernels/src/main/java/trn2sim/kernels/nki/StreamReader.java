package trn2sim.kernels.nki;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import trn2sim.kernels.api.SourceLines;
import trn2sim.kernels.nki.middleend.MiddleEnd;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.CallReader;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.kernels.nki.stream.StreamFile;

/** Reads the stream of a recorded kernel, line by line, into the programs of a rank's cores. */
final class StreamReader {
  private static final int VERSION = 1;

  private final Path file;
  private final Launching launching;
  private final Map<Integer, CoreProgram> programs = new TreeMap<>();
  private Optional<CoreProgramBuilder> current = Optional.empty();
  private int core;

  /** By core: the programs of a grid that run on the same one do so one after another. */
  private final Map<Integer, CoreProgramBuilder> builders = new HashMap<>();

  private StreamReader(Path file, Launching launching) {
    this.file = file;
    this.launching = launching;
  }

  static List<CoreProgram> read(Path file, Launching launching) {
    StreamReader reader = new StreamReader(file, launching);
    reader.read();
    return List.copyOf(reader.programs.values());
  }

  private void read() {
    CallReader calls = new CallReader();
    StreamFile.records(file, json -> parsed(calls, json), step -> step.accept(this));
    if (current.isPresent() || programs.isEmpty()) {
      throw new NkiException(file + ": found no end, expected a whole stream");
    }
  }

  /** Most records are calls and tensors, which can be read before their program is known. */
  private static Consumer<StreamReader> parsed(CallReader calls, Fields json) {
    if (json.isList()) {
      Call call = calls.read(json);
      return reader -> reader.builder(json).call(call);
    }
    if (json.text("t").equals("buf")) {
      Declaration declared = Declaration.of(json);
      return reader -> reader.builder(json).tensor(declared);
    }
    return reader -> reader.record(json);
  }

  private void record(Fields json) {
    switch (json.text("t")) {
      case "head" -> head(json);
      case "src" -> builder(json).place(json);
      case "reg" -> builder(json).register(json);
      case "end" -> {
        builder(json).end(json, independent(json));
        programs.put(core, builder(json).build(loops(json)));
        current = Optional.empty();
      }
      default -> throw json.wrong(json.text("t"), "head, src, buf, reg or end");
    }
  }

  private void head(Fields json) {
    if (json.integer("v") > VERSION) {
      throw json.wrong(json.integer("v"), "version " + VERSION + " of the stream at most");
    }
    boolean alone = launching.ranks().lnc() == 1;
    boolean named = json.has("core");
    core = alone ? 0 : named ? json.small("core") : programs.size();
    CoreProgramBuilder before = builders.get(core);
    CoreProgramBuilder builder = before == null ? made(json) : before.next();
    if (alone || named) {
      builders.put(core, builder);
    }
    builder.rewriting(MiddleEnd.applies(launching.middleEnd(), json));
    current = Optional.of(builder);
  }

  private CoreProgramBuilder made(Fields head) {
    return new CoreProgramBuilder(launching.ofDialect(MiddleEnd.isOlderDialect(head)), core);
  }

  /** By the number of a loop's run: whether its iterations are independent. */
  private static List<Boolean> independent(Fields json) {
    List<Boolean> found = new ArrayList<>();
    for (int i = 0; json.has("loops") && i < json.list("loops").size(); i++) {
      found.add(json.list("loops").list(i).text(0).equals("affine"));
    }
    return found;
  }

  /** The runs of loops, each after the one around it; streams need not name them. */
  private static List<SourceLines.Loop> loops(Fields json) {
    List<SourceLines.Loop> loops = new ArrayList<>();
    if (json.has("loops")) {
      Fields runs = json.list("loops");
      for (int i = 0; i < runs.size(); i++) {
        Fields run = runs.list(i);
        int around = run.has(3) ? run.list(3).small(0) : -1;
        if (around >= i) {
          throw json.wrong(around, "a loop before loop " + i + " around it");
        }
        String place = run.text(1);
        int colon = place.lastIndexOf(':');
        if (colon < 0 || !place.substring(colon + 1).matches("[0-9]{1,9}")) {
          throw json.wrong(place, "file:line of loop " + i);
        }
        int line = Integer.parseInt(place, colon + 1, place.length(), 10);
        loops.add(new SourceLines.Loop(place.substring(0, colon), line, around));
      }
    }
    return loops;
  }

  private CoreProgramBuilder builder(Fields json) {
    if (current.isEmpty()) {
      throw json.wrong("a record outside a block", "a head first");
    }
    return current.get();
  }
}
