package trn2sim.traces.nki;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import trn2sim.traces.run.RunResult;

/**
 * Functions of a file k.py in the older dialect, run with its optimiser or without.
 *
 * @param args of each function
 */
record RewrittenKernel(Path folder, String args) {
  RewrittenKernel write(String text) throws IOException {
    KernelFile.write(folder, text);
    return this;
  }

  RunResult run(String function, String reference, String middleEnd, String mode)
      throws IOException {
    return KernelFile.run(
        folder,
        "kernel: { nki: k.py, function: "
            + function
            + ", args: "
            + args
            + ", reference: k.py:"
            + reference
            + ", middle_end: "
            + middleEnd
            + " }\nshape: {}\ndtype: fp32\nranks: { tp: 1, lnc: 1 }\nrun: { mode: "
            + mode
            + " }\n");
  }

  /** How often each opcode occurs in what is left of the program. */
  static Map<String, Integer> opcodes(RunResult result) {
    Map<String, Integer> counts = new TreeMap<>();
    result.neuron().orElseThrow().compilation().launch().roles().get(0).steps().stream()
        .forEach(step -> counts.merge(step.instruction().opcode(), 1, Integer::sum));
    return counts;
  }
}
