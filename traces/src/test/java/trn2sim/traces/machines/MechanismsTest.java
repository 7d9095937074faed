package trn2sim.traces.machines;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Prints the errors of every group with each mechanism switched off: docs/fidelity.md. */
@EnabledIfSystemProperty(named = "mechanisms", matches = "true")
class MechanismsTest {
  private static final Map<String, String> GPU_WITHOUT = new LinkedHashMap<>();
  private static final Map<String, String> ASCEND_WITHOUT = new LinkedHashMap<>();

  static {
    GPU_WITHOUT.put("everything on", "");
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
    ASCEND_WITHOUT.put("everything on", "");
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
    print("h200-pcie", GPU_WITHOUT);
  }

  @Test
  void h100() {
    print("h100x8", GPU_WITHOUT);
  }

  @Test
  void ascend() {
    print("ascend-910b1", ASCEND_WITHOUT);
  }

  private static void print(String device, Map<String, String> without) {
    List<MachineTable.Row> rows = MachineTable.read(device);
    assertTrue(!rows.isEmpty());
    without.forEach(
        (name, changes) -> {
          System.out.println(device + (changes.isEmpty() ? ", " : ", without ") + name);
          show(Errors.byGroup(rows, changes(changes)));
        });
    System.out.println(device + ", without waiting for rows: the longer of both parts");
    show(
        Errors.byGroup(rows.stream().filter(row -> row.overlaps()).toList(), Map.of("wait", "no")));
  }

  private static void show(Map<String, Errors> groups) {
    groups.forEach((group, errors) -> System.out.printf("  %-44s %s%n", group, errors));
  }

  private static Map<String, String> changes(String text) {
    Map<String, String> changes = new LinkedHashMap<>();
    for (String change : text.split(",")) {
      if (!change.isEmpty()) {
        String[] sides = change.split("=", 2);
        changes.put(sides[0], sides[1]);
      }
    }
    return changes;
  }
}
