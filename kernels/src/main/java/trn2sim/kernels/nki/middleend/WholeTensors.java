package trn2sim.kernels.nki.middleend;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.View;

/**
 * Makes what reads a tensor in HBM wait for all that the kernel wrote to it before, whichever part
 * it was; iterations of one independent loop do not wait for each other.
 */
final class WholeTensors {
  /** As many writes as may be under way at once; earlier ones are over before them. */
  private static final int UNDER_WAY = 16;

  private final Block block;

  /** By tensor: the writes of each loop's run, the latest run last. */
  private final Map<Integer, List<List<Integer>>> written = new HashMap<>();

  private WholeTensors(Block block) {
    this.block = block;
  }

  static Block of(Block block) {
    WholeTensors pass = new WholeTensors(block);
    List<Call> calls = new ArrayList<>();
    for (int place = 0; place < block.calls().size(); place++) {
      Call call = block.calls().get(place);
      List<Long> after = pass.before(call);
      calls.add(after.isEmpty() ? call : call.after(after));
      pass.note(call, place);
    }
    return block.with(calls);
  }

  private void note(Call call, int place) {
    for (View view : call.outputs()) {
      if (block.tensor(view).space().endsWith("hbm")) {
        List<List<Integer>> runs = written.computeIfAbsent(view.tensor(), t -> new ArrayList<>());
        if (runs.isEmpty() || !run(runs.get(runs.size() - 1)).equals(run(call))) {
          runs.add(new ArrayList<>());
        }
        runs.get(runs.size() - 1).add(place);
      }
    }
  }

  /** The last writes of the latest run that the call is not part of. */
  private List<Long> before(Call call) {
    List<Long> after = new ArrayList<>();
    for (View view : call.inputs()) {
      List<List<Integer>> runs = written.getOrDefault(view.tensor(), List.of());
      int last = runs.size() - 1;
      boolean own =
          last >= 0
              && block.independentRun(call).isPresent()
              && run(runs.get(last)).equals(run(call));
      last -= own ? 1 : 0;
      if (last >= 0) {
        List<Integer> places = runs.get(last);
        int from = Math.max(0, places.size() - UNDER_WAY);
        places.subList(from, places.size()).forEach(place -> after.add((long) place));
      }
    }
    return after;
  }

  private List<Integer> run(List<Integer> places) {
    return run(block.calls().get(places.get(0)));
  }

  private static List<Integer> run(Call call) {
    return call.has("loop") ? call.integers("loop").subList(0, 1) : List.of();
  }
}
