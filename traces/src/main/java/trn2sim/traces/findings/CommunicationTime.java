package trn2sim.traces.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import trn2sim.traces.analysis.IntervalSet;
import trn2sim.traces.run.RunResult;

/**
 * How long data was in flight between ranks, and for how much of that time the matrix unit worked:
 * the one figure for how much of the communication is hidden. It is that of the rank with most
 * exposed communication; a rank's figures are the means over its cores.
 *
 * @param inFlightPs time with a collective under way, from the last partner's arrival until it is
 *     complete, however many there are at a time
 * @param hiddenPs the part of it during which the core's TensorE works (on other machines, an SM or
 *     a cube)
 */
public record CommunicationTime(long inFlightPs, long hiddenPs) {
  /** One core's part: when something was in flight, and when its matrix unit worked. */
  record Core(int rank, IntervalSet inFlight, IntervalSet matrix) {}

  static Optional<CommunicationTime> of(RunResult run) {
    return of(
        run.outcome()
            .machine()
            .match(
                neuron -> NeuronFlights.of(run, neuron),
                measured -> MeasuredFlights.of(run),
                () -> MachineFlights.of(run)));
  }

  static Optional<CommunicationTime> of(List<Core> cores) {
    Map<Integer, List<Core>> ranks = new TreeMap<>();
    cores.forEach(core -> ranks.computeIfAbsent(core.rank, r -> new ArrayList<>()).add(core));
    return ranks.values().stream()
        .map(CommunicationTime::mean)
        .filter(time -> time.inFlightPs > 0)
        .max(Comparator.comparingLong(CommunicationTime::exposedPs));
  }

  private static CommunicationTime mean(List<Core> cores) {
    long inFlight = 0;
    long hidden = 0;
    for (Core core : cores) {
      inFlight += core.inFlight.length();
      hidden += core.inFlight.intersection(core.matrix).length();
    }
    double count = cores.size();
    return new CommunicationTime(Math.round(inFlight / count), Math.round(hidden / count));
  }

  /** The part of it during which the matrix unit stands still. */
  public long exposedPs() {
    return inFlightPs - hiddenPs;
  }

  /** The share that is hidden, 0 to 1. */
  public double hidden() {
    return (double) hiddenPs / inFlightPs;
  }
}
