package trn2sim.kernels.api;

import java.util.List;
import trn2sim.core.program.Process;

/** Says in words what the bars of a timeline are. */
public interface Labeller {
  /**
   * How many tasks of a process bars may show: those of its program, and after them whatever the
   * machine makes of them, such as the blocks of a GPU's kernel.
   */
  int tasks(int process);

  String label(int process, int task);

  /** Bars are tasks of the programs and nothing else. */
  static Labeller of(List<Process> processes) {
    return new Labeller() {
      @Override
      public int tasks(int process) {
        return processes.get(process).program().size();
      }

      @Override
      public String label(int process, int task) {
        return processes.get(process).processor().describe(task);
      }
    };
  }
}
