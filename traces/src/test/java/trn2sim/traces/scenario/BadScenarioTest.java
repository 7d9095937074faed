package trn2sim.traces.scenario;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.config.SpecException;
import trn2sim.traces.Golden;
import trn2sim.traces.Runs;
import trn2sim.traces.run.RunFailure;

/** What a user sees for input that will not do: one line, with place, finding and remedy. */
class BadScenarioTest {
  private static final int LONGEST = 200;
  private static final String KERNEL = "kernel: toy\n";
  private static final String SHAPE = "shape: { M: 256 }\n";
  private static final String GOOD = KERNEL + SHAPE;

  private static final String HELION =
      "kernel: helion_all_gather_matmul\nshape: { m: 512, K: 512, n: 512 }\n";
  private static final String H100 = HELION + "device: h100x8\n";
  private static final String ASCEND =
      "kernel: ascend_allgather_gemm\nshape: { M: 512, K: 512, N: 512 }\ndevice: ascend-910b1\n";

  private static List<String> cases() {
    return List.of(
        "",
        "# nothing here\n",
        "[1, 2]",
        SHAPE,
        KERNEL,
        "kernel: toys\n" + SHAPE,
        GOOD + "device: trn4\n",
        GOOD + "dtype: bf61\n",
        GOOD + "dtyp: bf16\n",
        KERNEL + "shape: { m: 256 }\n",
        KERNEL + "shape: { N: 512 }\n",
        KERNEL + "shape: { M: 256, Q: 1 }\n",
        shape("2048 B"),
        shape("-256"),
        shape(".nan"),
        shape("NaN"),
        shape(".inf"),
        shape("2.5"),
        shape("99999999999999999999"),
        shape("\"256\""),
        shape("0x100"),
        shape("[256]"),
        shape(""),
        shape("100"),
        options("ordr: forward"),
        options("order: forwards"),
        options("tiles: many"),
        options("reopen: yes"),
        GOOD + "ranks: { lnc: 3 }\n",
        GOOD + "ranks: { tp: 0 }\n",
        GOOD + "run: { mode: fast }\n",
        GOOD + "run: { mode: both }\n",
        GOOD + "run: { seed: -1 }\n",
        GOOD + "name: \"a\\e[31m\"\n",
        overrides("hbm.stack_bandwith: 1 GB/s"),
        overrides("hbm.stack_bandwidth: 700 GBps"),
        overrides("hbm.stack_bandwidth: 700"),
        overrides("hbm.stack_bandwidth: -1 GB/s"),
        overrides("hbm.stack_efficiency: .nan"),
        overrides("hbm.stack_efficiency: -0.5"),
        overrides("hbm.bandwidth: 1 TB/s"),
        overrides("tensor_engine.rows: 64"),
        GOOD + KERNEL,
        GOOD + "options: { order: forward\n",
        bomb(),
        options("tiles: 4"),
        options("reopen: true"),
        options("stuck: true"));
  }

  private static List<String> otherMachines() {
    return List.of(
        GOOD + "device: h100x8\n",
        HELION,
        HELION + "device: ascend-910b1\n",
        H100 + "ranks: { tp: 4, lnc: 2 }\n",
        H100 + "ranks: { tp: 4, groups: 2 }\n",
        H100 + "ranks: { tp: 16 }\n",
        H100 + "what_if: { straggler: { core: 0, factor: 2 } }\n",
        H100 + "what_if: { lost_links: [chip0.X+] }\n",
        H100 + "dtype: fp32\n",
        H100 + "overrides: { hbm.stack_bandwidth: 1 TB/s }\n",
        H100 + "options: { tile_m: 100 }\n",
        H100 + "options: { tile_m: 256, splits_per_rank: 4 }\n",
        H100 + "options: { splits_per_rank: 3 }\n",
        H100 + "options: { stages: 40 }\n",
        H100 + "options: { persistent: true, spin_wait: yields }\n",
        H100.replace("m: 512", "m: 512, M: 2048"),
        H100.replace("m: 512,", ""),
        ASCEND + "ranks: { tp: 9 }\n",
        ASCEND + "ranks: { tp: 3 }\n",
        ASCEND + "options: { base_n: 512 }\n",
        ASCEND.replace("M: 512", "M: 100"),
        ASCEND.replace("M: 512, K: 512", "M: 256, K: 1048576") + "ranks: { tp: 2 }\n",
        ASCEND.replace("allgather_gemm", "gemm") + "ranks: { tp: 2 }\n");
  }

  private static String shape(String rows) {
    return KERNEL + "shape: { M: " + rows + " }\n";
  }

  private static String options(String option) {
    return GOOD + "options: { " + option + " }\n";
  }

  private static String overrides(String override) {
    return GOOD + "overrides: { " + override + " }\n";
  }

  /** Ten levels of ten aliases each: ten thousand million items if expanded. */
  private static String bomb() {
    StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int level = 1; level < 10; level++) {
      String item = "*a" + (level - 1);
      text.append("a" + level + ": &a" + level + " [" + item + (", " + item).repeat(9) + "]\n");
    }
    return text.append(GOOD).toString();
  }

  @Test
  void isRefusedInOneLine() {
    StringBuilder document = new StringBuilder();
    List<String> all = new ArrayList<>(cases());
    all.addAll(otherMachines());
    for (String text : all) {
      String message = message(text);
      assertFalse(message.contains("\n"), message);
      boolean cut = text.length() > LONGEST;
      document.append(cut ? text.substring(0, LONGEST) + "...\n" : text);
      document.append(text.endsWith("\n") ? "" : "\n").append("=> ").append(message);
      document.append("\n\n");
    }
    assertFalse(document.toString().contains("=> accepted"), document.toString());
    Golden.check("bad-scenarios.txt", document.toString());
  }

  private static String message(String text) {
    try {
      Runs.run(text);
      return "accepted";
    } catch (SpecException | RunFailure e) {
      return e.getMessage();
    }
  }
}
