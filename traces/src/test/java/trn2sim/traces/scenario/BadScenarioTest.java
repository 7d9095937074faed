package trn2sim.traces.scenario;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.hw.spec.yaml.SpecException;
import trn2sim.kernels.api.KernelException;
import trn2sim.traces.Golden;
import trn2sim.traces.Runs;
import trn2sim.traces.run.RunFailure;

/** What a user sees for input that will not do: one line, with place, finding and remedy. */
class BadScenarioTest {
  private static final int LONGEST = 200;
  private static final String KERNEL = "kernel: toy\n";
  private static final String SHAPE = "shape: { M: 256 }\n";
  private static final String GOOD = KERNEL + SHAPE;

  private static List<String> cases() {
    return List.of(
        "",
        "# nothing here\n",
        "[1, 2]",
        SHAPE,
        KERNEL,
        "kernel: toys\n" + SHAPE,
        GOOD + "device: trn3\n",
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
        GOOD + KERNEL,
        GOOD + "options: { order: forward\n",
        bomb(),
        options("tiles: 4"),
        options("reopen: true"),
        options("stuck: true"));
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
    for (String text : cases()) {
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
    } catch (SpecException | KernelException | RunFailure e) {
      return e.getMessage();
    }
  }
}
