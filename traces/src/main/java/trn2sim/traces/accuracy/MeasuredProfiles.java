package trn2sim.traces.accuracy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.json.JsonObject;
import trn2sim.traces.export.ResultJson;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.profile.ProfileReader;
import trn2sim.traces.replay.ProfileKernel;
import trn2sim.traces.replay.ProfileRun;
import trn2sim.traces.scenario.Scenario;

/** The figures of measured profiles that rows refer to; each file is read once. */
final class MeasuredProfiles {
  private final Optional<Path> directory;
  private final Map<Path, JsonObject> results = new HashMap<>();

  /**
   * @param directory what the rows' paths are relative to
   */
  MeasuredProfiles(Optional<Path> directory) {
    this.directory = directory;
  }

  /** The figure of a profile that a row names, on the device of its scenario. */
  double figure(YamlCursor file, Scenario simulated, Metric metric) {
    if (!simulated.kernel().deviceKind().equals(ProfileKernel.DEVICE_KIND)) {
      throw file.fail(
          "a profile for " + simulated.kernel().name(), "a number: it runs on no NeuronCores");
    }
    Path named = Path.of(file.string());
    Path path = directory.map(folder -> folder.resolve(named)).orElse(named);
    JsonObject result =
        results.computeIfAbsent(
            path,
            p ->
                ResultJson.of(
                    Findings.of(
                        ProfileRun.of(
                            ProfileReader.read(p), simulated.deviceName(), simulated.device()))));
    return metric
        .of(result)
        .filter(value -> value > 0)
        .orElseThrow(
            () ->
                file.fail(
                    file.found() + ", which has no " + metric.path(),
                    "a profile with that figure above 0"));
  }
}
