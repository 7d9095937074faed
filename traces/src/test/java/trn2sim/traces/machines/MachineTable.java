package trn2sim.traces.machines;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.yaml.YamlCursor;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.MachineKernel;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Ranks;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Settings;
import trn2sim.kernels.api.View;
import trn2sim.kernels.ascend.AscendAllGatherGemm;
import trn2sim.kernels.ascend.AscendGemm;
import trn2sim.kernels.helion.HelionKernel;

/** The measured rows of one other machine, and what the model says about them. */
final class MachineTable {
  private static final List<MachineKernel> KERNELS =
      List.of(new AscendAllGatherGemm(), new AscendGemm(), new HelionKernel());

  /** A row's scenario by dotted key, and what was measured. */
  record Row(String group, String set, Map<String, String> keys, View view, double measuredUs) {
    String id() {
      return keys.get("id");
    }

    int number(String key) {
      return Integer.parseInt(keys.get(key));
    }

    /** Error of the prediction as a share of the measured value. */
    double error(Map<String, String> changes) {
      Map<String, String> all = new TreeMap<>(keys);
      all.putAll(changes);
      return predictedUs(all, view) / measuredUs - 1;
    }

    /** Whether the row is of a kernel that communicates and computes at once. */
    boolean overlaps() {
      return view == View.TOTAL && !keys.get("ranks.tp").equals("1");
    }
  }

  private final List<Row> rows = new ArrayList<>();

  private MachineTable() {}

  static List<Row> read(String device) {
    String file = "accuracy/" + device + ".yaml";
    MachineTable table = new MachineTable();
    for (YamlCursor group : YamlCursor.readString(file, resource(file)).child("groups").list()) {
      table.group(group);
    }
    return table.rows;
  }

  private static String resource(String name) {
    try (InputStream in = MachineTable.class.getClassLoader().getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void group(YamlCursor group) {
    List<String> columns = group.child("columns").list().stream().map(YamlCursor::string).toList();
    double toUs = group.child("unit").string().equals("ms") ? 1e3 : 1;
    String metric = group.child("metric").string();
    View view =
        List.of(View.values()).stream()
            .filter(v -> metric.equals("time_us." + v.label()))
            .findFirst()
            .orElseThrow();
    for (YamlCursor row : group.child("rows").list()) {
      Map<String, String> keys = new LinkedHashMap<>();
      group.child("scenario").flatten().forEach((key, value) -> keys.put(key, value.string()));
      for (int i = 0; i < columns.size(); i++) {
        keys.put(columns.get(i), row.list().get(i).string());
      }
      double measured = Double.parseDouble(keys.get("measured")) * toUs;
      rows.add(
          new Row(group.child("name").string(), group.child("set").string(), keys, view, measured));
    }
  }

  private static double predictedUs(Map<String, String> keys, View view) {
    MachineKernel kernel =
        KERNELS.stream().filter(k -> k.name().equals(keys.get("kernel"))).findFirst().orElseThrow();
    Request request =
        new Request(
            settings(kernel.shape(), "shape.", keys),
            settings(kernel.options(), "options.", keys),
            DType.of(keys.get("dtype")).orElseThrow(),
            new Ranks(Integer.parseInt(keys.get("ranks.tp")), 1, 1),
            DeviceParameters.load(keys.get("device")).withOverrides(part("overrides.", keys)));
    Execution execution = kernel.prepare(request);
    return keys.containsKey("wait")
        ? Math.max(us(execution, View.COMM_ONLY), us(execution, View.COMPUTE_ONLY))
        : us(execution, view);
  }

  private static double us(Execution execution, View view) {
    return execution.run(view, new Simulation()).meanPs() / 1e6;
  }

  private static Map<String, String> part(String prefix, Map<String, String> keys) {
    Map<String, String> part = new LinkedHashMap<>();
    keys.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            part.put(key.substring(prefix.length()), value);
          }
        });
    return part;
  }

  private static Settings settings(
      List<ParameterSpec> specs, String prefix, Map<String, String> keys) {
    Map<String, String> given = part(prefix, keys);
    Map<String, Object> values = new LinkedHashMap<>();
    for (ParameterSpec spec : specs) {
      String text = given.getOrDefault(spec.name(), spec.fallback().orElse(""));
      Object value =
          switch (spec.kind()) {
            case INTEGER -> Long.valueOf(text);
            case WORD -> text;
            case FLAG -> Boolean.valueOf(text);
          };
      values.put(spec.name(), value);
    }
    return new Settings(values);
  }
}
