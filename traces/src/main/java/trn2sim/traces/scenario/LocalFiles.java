package trn2sim.traces.scenario;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.config.Nearest;
import trn2sim.kernels.nki.Recorder;
import trn2sim.kernels.nki.RecordingCache;

/**
 * The files of this machine; NKI kernels are recorded here.
 *
 * @param recordSeconds how long the recording of an NKI kernel may take
 * @param meanwhile begins what can be done while a recording takes time
 */
public record LocalFiles(long recordSeconds, Runnable meanwhile) implements ScenarioFiles {
  /** How long a recording may take unless somebody says otherwise. */
  public static final long RECORD_SECONDS = 120;

  public LocalFiles(long recordSeconds) {
    this(recordSeconds, () -> {});
  }

  @Override
  public Path absolute(Path name) {
    return name.toAbsolutePath();
  }

  @Override
  public Optional<Path> find(Path name) {
    return Optional.of(name).filter(Files::isRegularFile);
  }

  @Override
  public Optional<String> nearest(Path missing) {
    return Nearest.toFile(missing);
  }

  @Override
  public Path recording(Map<String, Object> request, Path folder) {
    return RecordingCache.standard(recorder()).stream(request, folder);
  }

  @Override
  public List<double[]> results(Map<String, Object> request) {
    return recorder().results(request);
  }

  private Recorder recorder() {
    return Recorder.installed(recordSeconds).meanwhile(meanwhile);
  }
}
