package trn2sim.traces.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.timeline.Row;

/**
 * The way back through one collective: the copies that moved its data, the last of them first, as
 * far as one ended before the next began, and who was the last that it could not begin without.
 */
final class CollectiveWalk {
  private final Step step;
  private final List<ProcessHistory> histories;
  private final List<Meetings.Place> places;
  private final Step last;
  private final List<IntervalSet.Interval> copies = new ArrayList<>();

  /**
   * @param step the end of the collective on one core
   */
  CollectiveWalk(Step step, Meetings meetings, List<ProcessHistory> histories) {
    this.step = step;
    this.histories = histories;
    this.places = meetings.of(step.process(), step.task());
    List<Row.Bar> made = made();
    last = last(made.isEmpty() ? step.atPs() : made.get(0).startPs());
    long at = step.atPs();
    for (Row.Bar copy : made) {
      Cancellation.check();
      if (copy.endPs() <= at && copy.endPs() > last.atPs()) {
        at = Math.max(last.atPs(), copy.startPs());
        copies.add(new IntervalSet.Interval(at, copy.endPs()));
      }
    }
  }

  /** When data moved, from the last to the first, none before the collective began. */
  List<IntervalSet.Interval> copies() {
    return copies;
  }

  /**
   * What the collective began with: the arrival of a core, or the end of the collective that a core
   * had to be done with before.
   */
  Step last() {
    return last;
  }

  /** A core is done when it has sent and received, and what it receives others move. */
  private List<Row.Bar> made() {
    return places.stream()
        .flatMap(this::made)
        .filter(copy -> copy.endPs() <= step.atPs())
        .sorted(Comparator.comparingLong(Row.Bar::endPs).reversed())
        .toList();
  }

  private Stream<Row.Bar> made(Meetings.Place place) {
    return histories.get(place.process()).carried().copies(place.task()).stream();
  }

  /** Who began last, of those who began before the last copy. */
  private Step last(long before) {
    Step latest = began(new Meetings.Place(step.process(), step.task()));
    for (Meetings.Place place : places) {
      Step other = began(place);
      latest = other.atPs() > latest.atPs() && other.atPs() <= before ? other : latest;
    }
    return latest;
  }

  private Step began(Meetings.Place place) {
    ProcessHistory history = histories.get(place.process());
    OptionalInt ahead = history.carried().ahead(place.task());
    return ahead.isPresent()
        ? new Step(
            place.process(), ahead.getAsInt(), history.donePs(ahead.getAsInt()), Step.Entry.DONE)
        : new Step(place.process(), place.task(), history.startPs(place.task()), Step.Entry.FREE);
  }
}
