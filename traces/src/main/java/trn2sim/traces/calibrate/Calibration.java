package trn2sim.traces.calibrate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.traces.profile.Profile;

/**
 * Single instructions and DMAs of profiles beside the cost model, and what they say of its
 * parameters. Whole times play no part.
 *
 * @param kinds equal instructions, those that the model misses most first
 * @param findings what became of every parameter that the profiles show
 * @param leftAside what is not compared, with how many there are
 * @param accuracy of the times left out of the fit
 */
public record Calibration(
    List<Kind> kinds,
    List<Finding> findings,
    Map<String, Integer> leftAside,
    Throttling throttle,
    Optional<Accuracy> accuracy) {
  /** Equal instructions: how many, their middle time, and what the device as it is says. */
  public record Kind(String name, String quantity, int count, double measuredNs, double modelNs) {
    public double errorPercent() {
      return 100 * (modelNs / measuredNs - 1);
    }
  }

  /** Mean absolute errors in percent, and over how many times. */
  public record Accuracy(int times, double before, double after) {}

  /** A range wider than this share of the value determines nothing. */
  private static final double WIDEST = 0.1;

  private static final double PS_PER_NS = 1000;

  /** Holds profiles against a device; parameters that are held count as known. */
  public static Calibration of(
      List<Profile> profiles, DeviceParameters device, Collection<String> held) {
    Observations all = Observations.of(profiles);
    List<Observation> observed = all.list().stream().filter(o -> o.medianPs() > 0).toList();
    List<Tunable> tunables = Tunable.of(device, held);
    Model model = new Model(device, tunables, observed);
    double[] unchanged = new double[tunables.size()];
    List<Integer> every = IntStream.range(0, tunables.size()).boxed().toList();
    Echelon echelon = new Echelon(relative(model.slopes(unchanged, every), observed), every.size());
    Fit fit = new Fit(model, observed, tunables.size(), echelon.independent());
    List<Finding> findings = findings(tunables, echelon, fit);
    return new Calibration(
        kinds(observed, model.predict(unchanged)),
        findings,
        all.leftAside(),
        Throttling.of(profiles, device.neuron().tensor()),
        accuracy(observed, model, overrides(findings)));
  }

  /** What is to be overridden: determined parameters that are not what the device says. */
  public Map<String, String> overrides() {
    return overrides(findings);
  }

  private static Map<String, String> overrides(List<Finding> findings) {
    Map<String, String> overrides = new LinkedHashMap<>();
    for (Finding finding : findings) {
      if (finding.state() == Finding.State.CHANGED) {
        overrides.put(finding.name(), finding.fitted());
      }
    }
    return overrides;
  }

  private static double[][] relative(double[][] slopes, List<Observation> observed) {
    for (int i = 0; i < slopes.length; i++) {
      double measured = observed.get(i).medianPs();
      for (int j = 0; j < slopes[i].length; j++) {
        slopes[i][j] /= measured;
      }
    }
    return slopes;
  }

  private static List<Kind> kinds(List<Observation> observed, double[] predicted) {
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < predicted.length; i++) {
      Observation one = observed.get(i);
      kinds.add(
          new Kind(
              one.kind(),
              one.quantity().label(),
              one.ps().length,
              one.medianPs() / PS_PER_NS,
              predicted[i] / PS_PER_NS));
    }
    kinds.sort((a, b) -> Double.compare(Math.abs(b.errorPercent()), Math.abs(a.errorPercent())));
    return kinds;
  }

  private static List<Finding> findings(List<Tunable> tunables, Echelon echelon, Fit fit) {
    List<Finding> findings = new ArrayList<>();
    for (int j = 0; j < tunables.size(); j++) {
      Tunable tunable = tunables.get(j);
      String value = tunable.text(tunable.value());
      if (echelon.determines(j)) {
        findings.add(determined(tunable, fit.change(j), fit.uncertainty(j)));
      } else if (echelon.seen(j)) {
        List<Integer> others = echelon.movesWith(j);
        boolean off = fit.moved(j) || others.stream().anyMatch(fit::moved);
        findings.add(
            Finding.undetermined(
                tunable.name(),
                value,
                off,
                others.stream().map(k -> tunables.get(k).name()).toList()));
      }
    }
    return findings;
  }

  private static Finding determined(Tunable tunable, double change, double uncertainty) {
    Finding.State state =
        uncertainty > WIDEST
            ? Finding.State.VAGUE
            : Math.abs(change) < Math.max(Fit.SAME, uncertainty)
                ? Finding.State.SAME
                : Finding.State.CHANGED;
    return new Finding(
        tunable.name(),
        tunable.text(tunable.value()),
        state,
        tunable.text(tunable.at(change)),
        tunable.text(tunable.at(change - uncertainty)),
        tunable.text(tunable.at(change + uncertainty)),
        List.of());
  }

  private static Optional<Accuracy> accuracy(
      List<Observation> observed, Model model, Map<String, String> overrides) {
    double[] before = model.predict(Map.of());
    double[] after = model.predict(overrides);
    int times = 0;
    double off = 0;
    double offAfter = 0;
    for (int i = 0; i < before.length; i++) {
      for (long ps : observed.get(i).leftOut()) {
        times++;
        off += Math.abs(before[i] / ps - 1);
        offAfter += Math.abs(after[i] / ps - 1);
      }
    }
    return times == 0
        ? Optional.empty()
        : Optional.of(new Accuracy(times, 100 * off / times, 100 * offAfter / times));
  }
}
