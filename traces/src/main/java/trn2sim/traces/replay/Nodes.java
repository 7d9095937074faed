package trn2sim.traces.replay;

import trn2sim.kernels.api.Capture;
import trn2sim.traces.profile.Dmas;
import trn2sim.traces.profile.Instructions;
import trn2sim.traces.profile.Profile;

/**
 * What of a profile becomes a task: its instructions, numbered as the rows of the profile are, and
 * after them its DMAs. Times begin with the kernel's first work.
 */
final class Nodes {
  /** No such node. */
  static final int NONE = -1;

  private final Instructions instructions;
  private final Dmas dmas;
  private final Capture capture;

  Nodes(Profile profile) {
    instructions = profile.instructions();
    dmas = profile.dmas();
    capture = profile.capture();
  }

  int size() {
    return instructions.size() + dmas.size();
  }

  boolean isDma(int node) {
    return node >= instructions.size();
  }

  int ofDma(int dma) {
    return instructions.size() + dma;
  }

  int dma(int node) {
    return node - instructions.size();
  }

  int core(int node) {
    return isDma(node) ? dmas.core(dma(node)) : instructions.core(node);
  }

  long startPs(int node) {
    return (isDma(node) ? dmas.startPs(dma(node)) : instructions.startPs(node)) - capture.firstPs();
  }

  long endPs(int node) {
    return (isDma(node) ? dmas.endPs(dma(node)) : instructions.endPs(node)) - capture.firstPs();
  }

  /** Whether it belongs to the kernel, not to what the profiler shows before and after it. */
  boolean inKernel(int node) {
    return startPs(node) >= 0 && startPs(node) <= capture.kernelPs();
  }
}
