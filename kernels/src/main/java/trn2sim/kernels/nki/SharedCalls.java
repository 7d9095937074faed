package trn2sim.kernels.nki;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.CallReader;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.StreamFile;
import trn2sim.kernels.nki.stream.View;

/**
 * Finds the collectives that the programs of a rank issue together: the same line, the same number
 * in order, the same operands in the HBM they share. Such a collective is one operation of the
 * rank, of which each core carries a part.
 */
final class SharedCalls {
  private static final String ALONE = "";

  /** In the records that matter here, which are few: heads, places, shared tensors, collectives. */
  private static final Set<String> TELLING =
      Set.of("\"head\"", "\"src\"", "\"shared_hbm\"", "\"cc\"");

  private final List<List<String>> blocks = new ArrayList<>();
  private final Map<Integer, String> shared = new HashMap<>();
  private final Map<Integer, String> places = new HashMap<>();

  private final CallReader reader = new CallReader();

  private SharedCalls() {}

  /** The numbers of the shared collectives, in the order in which a block has collectives. */
  static Set<Integer> of(Path stream) {
    SharedCalls calls = new SharedCalls();
    StreamFile.recordsWith(TELLING, stream, calls::record);
    return calls.common();
  }

  static boolean isCollective(Call call) {
    return call.engine().filter("cc"::equals).isPresent();
  }

  private void record(Fields json) {
    if (json.isList()) {
      if (json.optionalText(1).filter("cc"::equals).isPresent()) {
        blocks.get(blocks.size() - 1).add(signature(reader.read(json)));
      }
      return;
    }
    switch (json.text("t")) {
      case "head" -> {
        blocks.add(new ArrayList<>());
        shared.clear();
        places.clear();
      }
      case "src" -> places.put(json.small("id"), json.members().get("at").toString());
      case "buf" -> {
        Declaration declared = Declaration.of(json);
        if (declared.shared()) {
          shared.put(declared.id(), declared.name());
        }
      }
      default -> {}
    }
  }

  private String signature(Call call) {
    List<View> operands = Stream.concat(call.outputs().stream(), call.inputs().stream()).toList();
    if (!operands.stream().allMatch(view -> shared.containsKey(view.tensor()))) {
      return ALONE;
    }
    String views =
        operands.stream()
            .map(view -> shared.get(view.tensor()) + view.offset() + view.dims() + view.dynamic())
            .collect(Collectors.joining(" "));
    return call.op() + places.get(call.source()) + views + call.attributes().get("channel");
  }

  private Set<Integer> common() {
    Set<Integer> common = new TreeSet<>();
    List<String> first = blocks.isEmpty() ? List.of() : blocks.get(0);
    for (int i = 0; i < first.size() && blocks.size() > 1; i++) {
      int number = i;
      String wanted = first.get(i);
      boolean all =
          blocks.stream()
              .allMatch(block -> number < block.size() && block.get(number).equals(wanted));
      if (all && !wanted.equals(ALONE)) {
        common.add(number);
      }
    }
    return common;
  }
}
