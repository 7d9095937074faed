package trn2sim.kernels.nki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import trn2sim.core.unit.Text;
import trn2sim.kernels.api.KernelException;
import trn2sim.kernels.api.Problem;
import trn2sim.kernels.api.Request;
import trn2sim.kernels.nki.stream.Declaration;
import trn2sim.kernels.nki.stream.NkiException;

/**
 * A Python function of the author's that says what a kernel computes: called with the kernel's
 * arguments, values in the place of tensors, it returns values.
 *
 * @param call the function and the arguments of the kernel
 * @param caller runs it
 * @param output which of the returned tensors is compared
 * @param tolerance the error that is accepted, relative to the largest element of the result
 */
public record Reference(NkiFile call, Caller caller, int output, Optional<Double> tolerance)
    implements Answer {
  /** Runs a Python function: a recorder's request in, the numbers of each of its results out. */
  public interface Caller {
    List<double[]> results(Map<String, Object> request);
  }

  @Override
  public String identity() {
    Path file = Path.of((String) call.template().get("nki"));
    try {
      return RecordingCache.hash(Files.readAllBytes(file)) + call.template() + output + tolerance;
    } catch (IOException e) {
      throw new NkiException(file + ": cannot be read: " + e.getMessage());
    }
  }

  @Override
  public Problem problem(Map<String, Declaration> tensors, Request request) {
    List<Declaration> inputs = tensors.values().stream().filter(Declaration::given).toList();
    Map.Entry<String, Declaration> result = Answer.returned(tensors, output);
    Map<String, Object> asked = call.concrete(request);
    return new ReferenceProblem(inputs, result, this, asked, request.ranks().tp());
  }

  /**
   * What the function says that a tensor holds, row by row.
   *
   * @param group the packed tensors of every rank of the group
   */
  double[] values(Map<String, Object> asked, int rank, List<?> group, Declaration result) {
    Map<String, Object> request = new LinkedHashMap<>(asked);
    request.put("values", Map.of("rank", rank, "group", group));
    List<double[]> returned = caller.results(request);
    if (returned.size() <= output) {
      throw new KernelException(
          "kernel.reference", Text.count(returned.size(), "result"), "at least " + (output + 1));
    }
    double[] values = returned.get(output);
    if (values.length != result.size()) {
      throw new KernelException(
          "kernel.reference",
          Text.count(values.length, "number"),
          result.size() + " for " + result.name() + " of the shape " + result.shape());
    }
    return values;
  }
}
