package trn2sim.viz.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.Parameter;
import trn2sim.traces.analysis.CriticalPath;
import trn2sim.traces.findings.Findings;

/** The device's parameters behind the critical path, each with its source. */
final class ParametersSection implements Section {
  private static final double NOTABLE_SHARE = 0.01;

  @Override
  public String title() {
    return "Parameters that mattered";
  }

  @Override
  public boolean applies(Findings findings) {
    return !findings.run().measured() && !names(findings).isEmpty();
  }

  @Override
  public void write(Findings findings, Markup out) {
    out.element(
        "p",
        "Parameters that the scenario overrides, and those of every resource with at least 1 % of"
            + " the critical path. trn2sim accuracy compares the device with measurements, row by"
            + " row; docs/fidelity.md says what was never measured.",
        "class",
        "note");
    DeviceParameters device = findings.run().scenario().device();
    List<List<String>> rows = new ArrayList<>();
    for (String name : names(findings)) {
      Parameter p = device.parameter(name);
      rows.add(
          List.of(
              name,
              p.value(),
              p.confidence().toString(),
              p.source().id() + ": " + p.source().text(),
              p.note()));
    }
    new Table(List.of("parameter", "value", "confidence", "source", "note"), rows).writeFolded(out);
  }

  private static Set<String> names(Findings findings) {
    Set<String> names = new LinkedHashSet<>(findings.run().scenario().overrides().keySet());
    for (CriticalPath.Share share : findings.criticalPath().shares()) {
      if (findings.share(share.ps()) >= NOTABLE_SHARE) {
        for (String prefix : prefixes(share.resource())) {
          findings.run().scenario().device().names().stream()
              .filter(name -> name.startsWith(prefix))
              .forEach(names::add);
        }
      }
    }
    return names;
  }

  /** Which part of a device file describes a resource of the critical path. */
  private static List<String> prefixes(String resource) {
    return switch (resource.split("\\.", 2)[0]) {
      case "Tensor" -> List.of("tensor_engine.");
      case "Vector" -> List.of("vector_engine.");
      case "Scalar" -> List.of("scalar_engine.");
      case "Gpsimd" -> List.of("gpsimd_engine.");
      case "Dma" -> List.of("dma.", "hbm.");
      case "Semaphore" -> List.of("semaphore.");
      case "Link" -> List.of("link.", "mesh.");
      case "Sm" -> List.of("sm.", "block.", "power.", "l2.", "hbm.");
      case "CopyStream" -> List.of("copy_engine.", "flag.", "link.");
      case "MainStream" -> List.of("barrier.", "host.launch_latency");
      case "Host" -> List.of("host.");
      case "Cube" -> List.of("cube.", "cores.");
      case "Mte1" -> List.of("mte1.");
      case "Mte2" -> List.of("mte2.", "l2.", "hbm.");
      case "Fix" -> List.of("fix.");
      case "Aiv" -> List.of("aiv.");
      default -> List.of();
    };
  }
}
