package trn2sim.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.hw.spec.DeviceParameters;

/** Commands whose files or words have been tampered with. */
final class HostileInput {
  private static final String SCENARIO = "s.yaml";
  private static final Path STREAMS = Path.of("..", "python", "tests", "golden");
  private static final String SMALL = "kernel: matmul\nshape:\n  M: 128\n  K: 128\n  N: 512\n";
  private static final String ORDER =
      "case,node,engine,statement,open_engine,group,occupancy_ns,latency_ns,after,position\n"
          + "a,0,Sync,1,0,,550,3500,,0\na,1,Tensor,2,0,1,60,64,0,1\na,2,Vector,3,1,,100,50,1,2\n";
  private static final String PROFILE =
      """
      {"metadata": [{"data_version": 8}], "instruction": [
      {"timestamp": 100, "duration": 60, "subgroup": "Sync", "opcode": "DMA_DIRECT2D", "id": 1,
       "operands": "semaphore=8 src_elem_size=256 src_pattern=[256,1][128,1]", "subgraph": "sg00"},
      {"timestamp": 900, "duration": 213, "subgroup": "Tensor", "opcode": "MATMUL", "id": 2,
       "operands": "S[8]>=16 S[5]++@complete src=bfloat16@0x0[1,0,0][512,1,1] 128*128",
       "evt_wait_time": 700, "predecessors": [{"id": 1, "type": "FLOW_DEPENDENCE"}]},
      {"timestamp": 1200, "duration": 90, "subgroup": "Vector", "opcode": "COPY", "id": 3,
       "bir_instruction_name": "I-7-0", "predecessors": [{"id": 2, "type": "ANTI_DEPENDENCE"}]}],
      "dma_queues_info": [{"q_name": "qSyncDynamicHW", "q_idx": "0"}],
      "dma": [{"timestamp": 200, "duration": 600, "dma_queue": "0", "transfer_size": 32768,
       "packet_aggregation_id": 7, "is_cc_dma": "no"}],
      "ham": [{"timestamp": 0, "duration": 900, "k": 4, "n": 8}]}
      """;

  private static final String ROWS =
      "rows:\n  - id: one\n    source: test\n    unit: us\n    measured: 5\n"
          + "    metric: time_us.total\n"
          + "    scenario: { kernel: matmul, shape: { M: 128, K: 128, N: 512 } }\n";

  private final Choices choices;
  private final Map<String, String> files = new LinkedHashMap<>();
  private final List<String> command = new ArrayList<>();

  private HostileInput(Choices choices) {
    this.choices = choices;
  }

  static Input of(Choices choices) {
    HostileInput made = new HostileInput(choices);
    switch (choices.below(10)) {
      case 0, 1, 2, 3 -> made.scenario();
      case 4, 5 -> made.device();
      case 6 -> made.stream();
      case 7 -> made.sweep();
      case 8 -> made.table();
      default -> made.words();
    }
    return new Input(made.files, made.command);
  }

  private void scenario() {
    Draft draft = ValidScenario.of(choices);
    if (choices.chance(70)) {
      Mutations.entries(draft, choices);
    }
    String yaml = draft.yaml();
    files.put(SCENARIO, choices.chance(40) ? Mutations.text(yaml, choices) : yaml);
    command();
  }

  /** What to do with the scenario. */
  private void command() {
    switch (choices.below(12)) {
      case 0, 1, 2, 3, 4, 5 -> say("run", Input.path(SCENARIO), "--json");
      case 6 -> say("explain", Input.path(SCENARIO));
      case 7 -> say("explain", Input.path(SCENARIO), "--json");
      case 8 -> say("validate", Input.path(SCENARIO));
      case 9 -> say("compare", Input.path(SCENARIO), Input.path(SCENARIO), "--json");
      case 10 -> say("run", Input.path(SCENARIO), "--json", "--mode", choices.of("both", "fast"));
      default -> say("run", Input.path(SCENARIO), "--json");
    }
    if (command.get(0).equals("run") && choices.chance(3)) {
      say("--out", Input.path("out"));
    }
    if (choices.chance(20)) {
      Draft.Entry entry = choices.of(ValidScenario.of(choices).entries());
      say("--set", entry.key() + choices.of("=", "=-", "", "==", "=[") + entry.value());
    }
  }

  private void say(String... words) {
    command.addAll(List.of(words));
  }

  private void device() {
    String name = choices.of(DeviceParameters.builtIn());
    files.put("d.yaml", Mutations.text(device(name), choices));
    Draft draft = new Draft();
    String kernel =
        switch (name) {
          case "trn2" -> "matmul";
          case "ascend-910b1" -> "ascend_gemm";
          default -> "helion_all_gather_matmul";
        };
    draft.put("kernel", kernel).put("device", "d.yaml").put("shape.M", "512");
    draft.put("shape.K", "512").put(kernel.startsWith("h") ? "shape.n" : "shape.N", "512");
    draft.put("ranks.tp", kernel.startsWith("h") ? "2" : "1");
    files.put(SCENARIO, draft.yaml());
    say("run", Input.path(SCENARIO), "--json");
  }

  private static String device(String name) {
    try (InputStream file =
        DeviceParameters.class.getResourceAsStream("/devices/" + name + ".yaml")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void stream() {
    String name = choices.of("matmul.nki.jsonl", "masked.nki.jsonl");
    try {
      files.put(name, Mutations.text(Files.readString(STREAMS.resolve(name)), choices));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    files.put(SCENARIO, "kernel:\n  stream: " + name + "\nranks: { lnc: 1 }\n");
    say(choices.of("run", "explain", "validate"), Input.path(SCENARIO), "--json");
  }

  private void sweep() {
    Draft draft = choices.chance(50) ? ValidScenario.of(choices) : new Draft();
    if (draft.entries().isEmpty()) {
      draft.put("kernel", "matmul").put("shape.M", "128").put("shape.N", "512");
    }
    draft.put("axes.shape.K", "[128, 256]").put("axes.options.dge", "[swdge, hwdge]");
    if (choices.chance(30)) {
      draft.put("sweep", "path_map");
    }
    if (choices.chance(30)) {
      draft.put("metrics", "[engines.0.utilization, time_us.launch]");
    }
    Mutations.entries(draft, choices);
    files.put(SCENARIO, choices.chance(30) ? Mutations.text(draft.yaml(), choices) : draft.yaml());
    say("sweep", Input.path(SCENARIO), "--json", "--out", Input.path("out"));
    say("--jobs", choices.of("1", "0", "-1", "x"));
  }

  private void table() {
    if (choices.chance(40)) {
      files.put("p.json", Mutations.text(PROFILE, choices));
      say("profile", Input.path("p.json"), "--json");
    } else if (choices.chance(50)) {
      files.put("o.csv", Mutations.text(ORDER, choices));
      say("order", Input.path("o.csv"), "--json");
    } else {
      files.put("rows.yaml", Mutations.text(ROWS, choices));
      say("accuracy", Input.path("rows.yaml"), "--json");
    }
  }

  private void words() {
    files.put(SCENARIO, SMALL);
    say(choices.of("kernels", "devices", "run", "explain", "fly", "validate", "record", "--help"));
    int count = choices.below(4);
    List<String> all =
        List.of(
            Input.path(SCENARIO),
            Input.path("none.yaml"),
            Input.DIRECTORY,
            "",
            "--json",
            "--mode",
            "--set",
            "shape.M=0",
            "shape..M=1",
            "=",
            "a=b",
            "--set=",
            "--jobs",
            "-h",
            "matmul",
            "trn2",
            "\u202e",
            "@file",
            "--",
            "-",
            "\u00fc",
            "--version",
            "--group",
            "-1");
    for (int i = 0; i < count; i++) {
      say(choices.of(all));
    }
    say("--json");
  }
}
