package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.View;

/** What a reader should know of how one program was recorded: the notes of its stream, in words. */
final class RecorderNotes {
  private static final String CHANGED = "W3";

  private final Set<Integer> identities = new HashSet<>();
  private final Map<String, Integer> inserted = new TreeMap<>();

  void tensor(Declaration declared) {
    if (declared.fill().filter("identity"::equals).isPresent()) {
      identities.add(declared.id());
    }
  }

  void call(Call call) {
    if (call.has("ins")) {
      inserted.merge(name(call), 1, Integer::sum);
    }
  }

  /** What an inserted instruction is there for, or what it is where its name says that. */
  private String name(Call call) {
    return switch (call.op()) {
      case "dma_copy" ->
          call.inputs().stream().map(View::tensor).anyMatch(identities::contains)
              ? "load of the identity matrix for transposes"
              : "dma_copy";
      case "loop_begin", "loop_end" -> "barrier of a loop on the device";
      case "partition_broadcast" -> "copy of a row to all partitions";
      default -> call.op();
    };
  }

  /**
   * The notes of a program that has ended; the next one begins with none.
   *
   * @param free how many of its instructions may run on one of several engines
   */
  List<String> end(Fields json, long free) {
    List<String> notes = new ArrayList<>();
    int count = json.has("warnings") ? json.list("warnings").size() : 0;
    for (int i = 0; i < count; i++) {
      Map<String, Object> warning = json.list("warnings").object(i);
      String at = warning.get("at") instanceof String place && !place.isEmpty() ? place + ": " : "";
      boolean counts = at.isEmpty() && CHANGED.equals(warning.get("code"));
      notes.add(warning.get("code") + " " + at + warning.get("text") + (counts ? names(json) : ""));
    }
    long open = json.has("open") ? json.integer("open") : 0;
    if (open > 0) {
      notes.add(open(open, json.integer("instructions"), free));
    }
    identities.clear();
    inserted.clear();
    return notes;
  }

  /** What was inserted, and what is dropped: only fills of PSUM ever are. */
  private String names(Fields json) {
    String added =
        inserted.entrySet().stream()
            .map(one -> one.getKey() + (one.getValue() > 1 ? " x " + one.getValue() : ""))
            .collect(Collectors.joining(", "));
    if (!json.has("dropped") || json.integer("dropped") == 0) {
      return added.isEmpty() ? "" : ": " + added;
    }
    String left = "fills of PSUM that a matmul writes first";
    return ": " + (added.isEmpty() ? left : "inserted " + added + "; dropped " + left);
  }

  private static String open(long open, long instructions, long free) {
    String chosen =
        "copies, and sums or products with one scalar, go to the one that is free first";
    String which =
        free == 0
            ? "they go to the usual one"
            : free < open ? free + " of them, " + chosen + ", the others to the usual one" : chosen;
    return String.format(
        Locale.ROOT, "W2 %d of %d instructions name no engine: %s", open, instructions, which);
  }
}
