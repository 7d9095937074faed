package trn2sim.kernels.api;

import java.util.List;
import java.util.Optional;

/** A set of kernels by name. */
public record KernelCatalog(List<Kernel> kernels) {
  public KernelCatalog {
    kernels = List.copyOf(kernels);
  }

  public Optional<Kernel> find(String name) {
    return kernels.stream().filter(kernel -> kernel.name().equals(name)).findFirst();
  }

  /** The kernels that run on a kind of device. */
  public List<String> namesFor(String deviceKind) {
    return kernels.stream()
        .filter(kernel -> kernel.deviceKind().equals(deviceKind))
        .map(Kernel::name)
        .toList();
  }

  public List<String> names() {
    return kernels.stream().map(Kernel::name).toList();
  }
}
