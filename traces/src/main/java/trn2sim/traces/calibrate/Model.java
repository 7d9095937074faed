package trn2sim.traces.calibrate;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import trn2sim.core.config.SpecException;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.hw.spec.NeuronSpec;

/** What the cost model says of all observations, as a function of the tunable parameters. */
final class Model {
  private static final double STEP = 0.05;

  private final DeviceParameters device;
  private final List<Tunable> tunables;
  private final List<Observation> observations;

  Model(DeviceParameters device, List<Tunable> tunables, List<Observation> observations) {
    this.device = device;
    this.tunables = tunables;
    this.observations = observations;
  }

  /**
   * With each parameter changed by so many times itself. Between whole numbers, where only those
   * make sense, on a straight line.
   */
  double[] predict(double[] changes) {
    Map<String, String> floor = new LinkedHashMap<>();
    for (int j = 0; j < changes.length; j++) {
      if (changes[j] != 0) {
        Tunable tunable = tunables.get(j);
        double value = tunable.at(changes[j]);
        floor.put(tunable.name(), tunable.text(tunable.whole() ? Math.floor(value) : value));
      }
    }
    double[] base = predict(floor);
    double[] sum = base.clone();
    for (int j = 0; j < changes.length; j++) {
      double value = tunables.get(j).at(changes[j]);
      double part = value - Math.floor(value);
      if (tunables.get(j).whole() && changes[j] != 0 && part > 0) {
        Map<String, String> next = new LinkedHashMap<>(floor);
        next.put(tunables.get(j).name(), tunables.get(j).text(Math.ceil(value)));
        double[] above = predict(next);
        for (int i = 0; i < sum.length; i++) {
          sum[i] += part * (above[i] - base[i]);
        }
      }
    }
    return sum;
  }

  /** With some parameters set to other values. */
  double[] predict(Map<String, String> overrides) {
    NeuronSpec changed = device.withOverrides(overrides).neuron();
    return observations.stream().mapToDouble(o -> o.predictedPs(changed)).toArray();
  }

  /** How each prediction changes with each parameter; a column of zeros where none may change. */
  double[][] slopes(double[] changes, List<Integer> wanted) {
    double[] here = predict(changes);
    double[][] slopes = new double[observations.size()][tunables.size()];
    for (int j : wanted) {
      double step = step(tunables.get(j));
      double[] there = changes.clone();
      there[j] += step;
      double[] changed = accepted(there, here);
      for (int i = 0; i < here.length; i++) {
        slopes[i][j] = (changed[i] - here[i]) / step;
      }
    }
    return slopes;
  }

  /** What is predicted, or what was, if the device refuses the values. */
  private double[] accepted(double[] changes, double[] otherwise) {
    try {
      return predict(changes);
    } catch (SpecException refused) {
      return otherwise;
    }
  }

  /** Whole numbers change by one at least. */
  private static double step(Tunable tunable) {
    return tunable.whole() && tunable.value() > 0 ? Math.max(STEP, 1 / tunable.value()) : STEP;
  }
}
