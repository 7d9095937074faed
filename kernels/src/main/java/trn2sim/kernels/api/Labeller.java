package trn2sim.kernels.api;

/** Says in words what a bar of a timeline is. */
public interface Labeller {
  /**
   * @param process the process of the bar's track
   * @param task the bar's task
   */
  String label(int process, int task);
}
