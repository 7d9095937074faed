package trn2sim.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import trn2sim.core.config.SpecException;
import trn2sim.core.json.Json;
import trn2sim.hw.spec.Confidence;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.traces.calibrate.Calibration;
import trn2sim.traces.export.CalibrationJson;
import trn2sim.traces.export.CalibrationYaml;
import trn2sim.traces.profile.Profile;
import trn2sim.traces.profile.ProfileReader;

/** Holds the cost model against measured profiles. */
@Command(
    name = "calibrate",
    description = {
      "Hold the cost model against profiles (JSON) and fit the parameters they determine.",
      "Single instructions and DMAs are compared, never whole kernels."
    },
    mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "What neuron-profile view --output-format json wrote; may be gzipped.")
  private List<Path> files = List.of();

  @Mixin private DeviceOption device;

  @Option(
      names = "--hold",
      paramLabel = "NAME",
      split = ",",
      description =
          "Parameters that count as known, such as vector_engine.clock; documented: all that are.")
  private List<String> held = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write the fitted parameters, for run --overrides.")
  private Optional<Path> output = Optional.empty();

  @Option(names = "--json", description = "Print one JSON document and nothing else.")
  private boolean json;

  private final Terminal terminal;

  CalibrateCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    DeviceParameters parameters = DeviceParameters.load(device.name());
    List<String> known = known(parameters);
    output.ifPresent(target -> WriteTrial.file("-o", target));
    List<Profile> profiles = new ArrayList<>();
    for (Path file : files) {
      try (Progress progress = Progress.start(terminal, file.toString())) {
        profiles.add(ProfileReader.read(file));
        progress.end();
      }
    }
    Calibration calibration = Calibration.of(profiles, parameters, known);
    output.ifPresent(target -> write(target, CalibrationYaml.of(calibration, names())));
    terminal.print(
        json
            ? Json.pretty(CalibrationJson.of(calibration))
            : new CalibrationText(terminal).of(calibration)
                + output.map(target -> "overrides written to " + target + "\n").orElse(""));
    return 0;
  }

  private List<String> known(DeviceParameters parameters) {
    List<String> known = new ArrayList<>();
    for (String name : held) {
      if (name.equals("documented")) {
        parameters.names().stream()
            .filter(n -> parameters.parameter(n).confidence() == Confidence.DOCUMENTED)
            .forEach(known::add);
      } else {
        known.add(parameters.parameter(name).name());
      }
    }
    return known;
  }

  private List<String> names() {
    return files.stream().map(Path::toString).toList();
  }

  private static void write(Path target, String text) {
    try {
      Files.writeString(target, text);
    } catch (IOException e) {
      throw SpecException.at(target.toString(), e.toString(), "a file that can be written");
    }
  }
}
