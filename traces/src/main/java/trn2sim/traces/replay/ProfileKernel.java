package trn2sim.traces.replay;

import java.util.List;
import java.util.Set;
import trn2sim.hw.memory.DType;
import trn2sim.kernels.api.Execution;
import trn2sim.kernels.api.Kernel;
import trn2sim.kernels.api.ParameterSpec;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.api.Setting;
import trn2sim.traces.profile.Profile;

/** Whatever was measured, as a kernel. */
public record ProfileKernel(Profile profile, CoreRanks ranks) implements Kernel {
  /** The kind of device that profiles come from. */
  public static final String DEVICE_KIND = "neuroncore";

  @Override
  public String name() {
    return "measured profile";
  }

  @Override
  public String summary() {
    return "The instructions of a profile, each at its measured time.";
  }

  @Override
  public String deviceKind() {
    return DEVICE_KIND;
  }

  @Override
  public List<ParameterSpec> shape() {
    return List.of();
  }

  @Override
  public List<ParameterSpec> options() {
    return List.of();
  }

  /** A profile may have any. */
  @Override
  public List<DType> dtypes() {
    return List.of();
  }

  @Override
  public Set<Setting> settings() {
    return Set.of(Setting.LOGICAL_CORES);
  }

  @Override
  public Execution prepare(Request request) {
    return new ProfileExecution(profile, request.device().neuron(), ranks);
  }
}
