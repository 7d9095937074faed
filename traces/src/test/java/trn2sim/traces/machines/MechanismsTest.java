package trn2sim.traces.machines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import trn2sim.kernels.api.View;
import trn2sim.kernels.api.ViewTimes;
import trn2sim.traces.accuracy.AccuracyRow;
import trn2sim.traces.run.ScenarioRunner;
import trn2sim.traces.scenario.Assignment;

/** Prints the errors of every group with each mechanism switched off: docs/fidelity-machines.md. */
@EnabledIfSystemProperty(named = "mechanisms", matches = "true")
class MechanismsTest {
  private static final Map<String, String> GPU_WITHOUT = new LinkedHashMap<>();
  private static final Map<String, String> ASCEND_WITHOUT = new LinkedHashMap<>();

  static {
    GPU_WITHOUT.put("(nothing: the model as it is)", "");
    GPU_WITHOUT.put("waves of blocks", "overrides.sm.count=8192");
    GPU_WITHOUT.put("spin-waits hold SMs", "options.spin_wait=yields");
    GPU_WITHOUT.put(
        "host enqueue cost",
        "overrides.host.begin=0 us,overrides.host.copy_call=0 us,overrides.host.flag_call=0 us,"
            + "overrides.host.kernel_call=0 us,overrides.host.kernel_return=0 us,"
            + "overrides.host.barrier_call=0 us");
    GPU_WITHOUT.put("launch latency", "overrides.host.launch_latency=0 us");
    GPU_WITHOUT.put(
        "per-copy and flag cost",
        "overrides.copy_engine.start=0 us,overrides.flag.write=0 us,overrides.flag.poll=0 us");
    GPU_WITHOUT.put("power limit", "overrides.power.sustained_tflops=1000000");
    GPU_WITHOUT.put(
        "block launch, prologue, epilogue",
        "overrides.block.launch=0 us,overrides.block.prologue=0 us,overrides.block.epilogue=0 us");
    GPU_WITHOUT.put("memory sharing", "overrides.hbm.bandwidth=1000 TB/s");
    GPU_WITHOUT.put("barriers", "overrides.barrier.time=0 us");
    ASCEND_WITHOUT.put("(nothing: the model as it is)", "");
    ASCEND_WITHOUT.put("contiguous chunk runs", "options.interleave_chunks=true");
    ASCEND_WITHOUT.put("whole strips per core", "options.tile_scheduling=true");
    ASCEND_WITHOUT.put("launch and sync", "overrides.host.launch=0 us,overrides.host.sync=0 us");
    ASCEND_WITHOUT.put("load pipe rate", "overrides.mte2.bandwidth=10 TB/s");
    ASCEND_WITHOUT.put("memory behind the L2", "overrides.hbm.bandwidth=1000 TB/s");
    ASCEND_WITHOUT.put(
        "product and extract overheads",
        "overrides.cube.overhead_cycles=0,overrides.mte1.overhead_cycles=0");
    ASCEND_WITHOUT.put("store", "overrides.fix.bandwidth=100 TB/s");
    ASCEND_WITHOUT.put("link rate", "overrides.mesh.pair_bandwidth=10 TB/s");
    ASCEND_WITHOUT.put(
        "notify, poll, latency",
        "overrides.aiv.notify=0 ns,overrides.aic.poll=0 ns,overrides.mesh.latency=0 ns");
  }

  @Test
  void h200() {
    print("h200", GPU_WITHOUT);
  }

  @Test
  void h100() {
    print("h100", GPU_WITHOUT);
  }

  @Test
  void ascend() {
    print("ascend", ASCEND_WITHOUT);
  }

  private static void print(String machine, Map<String, String> without) {
    List<AccuracyRow> rows = Tables.rows(machine, List.of());
    assertTrue(!rows.isEmpty());
    Set<String> groups = new LinkedHashSet<>();
    rows.forEach(row -> groups.add(row.group()));
    System.out.println("| without | " + String.join(" | ", groups) + " |");
    System.out.println("|---".repeat(groups.size() + 1) + "|");
    without.forEach(
        (name, changes) -> {
          // The product on one die has no such options.
          boolean fused = machine.equals("ascend") && changes.startsWith("options.");
          String affected = fused ? "ascend-allgather" : machine;
          show(name, groups, Tables.errors(Tables.rows(affected, assignments(changes))));
        });
    show("waiting for rows: the longer of both parts", groups, longerParts(rows));
  }

  private static void show(String name, Set<String> groups, Map<String, List<Double>> errors) {
    StringBuilder line = new StringBuilder("| " + name + " |");
    for (String group : groups) {
      boolean has = errors.containsKey(group);
      line.append(has ? " " + Tables.cell(errors.get(group)) : "").append(" |");
    }
    System.out.println(line);
  }

  /** The errors of the fused rows if the longer part were all that mattered. */
  private static Map<String, List<Double>> longerParts(List<AccuracyRow> rows) {
    Map<String, List<Double>> errors = new LinkedHashMap<>();
    for (AccuracyRow row : rows) {
      if (row.metric().path().equals("time_us.total") && row.scenario().ranks().tp() > 1) {
        ViewTimes views = ScenarioRunner.standard().run(row.scenario()).views().orElseThrow();
        double us = Math.max(views.ps(View.COMPUTE_ONLY), views.ps(View.COMM_ONLY)) / 1e6;
        double measured = row.measured() * (row.metric().unit().equals("ms") ? 1e3 : 1);
        errors.computeIfAbsent(row.group(), g -> new ArrayList<>()).add(100 * (us / measured - 1));
      }
    }
    return errors;
  }

  private static List<Assignment> assignments(String text) {
    return Stream.of(text.split(","))
        .filter(change -> !change.isEmpty())
        .map(Assignment::parse)
        .toList();
  }
}
