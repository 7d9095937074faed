package trn2sim.viz.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.check.Levels;
import trn2sim.core.check.SpaceLevels;
import trn2sim.core.program.Process;
import trn2sim.core.resource.Channel;
import trn2sim.hw.machine.Machine;
import trn2sim.traces.analysis.Counter;
import trn2sim.traces.analysis.Counters;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.report.Runs;

/** Bandwidth counters show what the channels carried, and never more than they can. */
class CountersTest {
  @Test
  void theAreaUnderALinkIsItsBytes() {
    RunResult run = Runs.wideRing("ring");
    Machine machine = run.neuron().orElseThrow().machine();
    List<Counter> counters = Counters.of(run);
    assertTrue(!machine.links().isEmpty(), "the ring crosses chips");
    for (Channel link : machine.links()) {
      Counter counter = counter(counters, link);
      assertEquals(link.bytes(), area(counter, link, run.timeline().endPs()), 0.02 * link.bytes());
      for (long value : counter.values()) {
        assertTrue(value <= counter.limit() * counter.scale(), counter.name() + " at " + value);
      }
    }
  }

  @Test
  void buffersAddUpToTheMemoryInUse() {
    RunResult run = Runs.matmul("small", 256, 512, 512, "timing");
    Process process = run.processes().get(0);
    List<Counter> parts =
        Counters.of(run).stream().filter(c -> c.name().equals("SBUF usage")).toList();
    assertTrue(parts.size() > 1, "by buffer: " + parts.size());
    Levels levels = SpaceLevels.inUse(process, 0).all();
    assertTrue(levels.size() > 2, "levels: " + levels.size());
    for (int i = 0; i < levels.size(); i++) {
      long now = levels.atPs()[i];
      assertEquals(levels.units()[i], parts.stream().mapToLong(part -> value(part, now)).sum());
    }
  }

  @Test
  void tilesOfARecordingAreCalledAsItsSourceCallsThem() {
    List<String> parts =
        Counters.of(Runs.nki("recorded")).stream()
            .filter(c -> c.name().equals("SBUF usage"))
            .map(Counter::part)
            .toList();
    assertEquals(List.of("right", "result", "left"), parts);
  }

  private static long value(Counter counter, long atPs) {
    long value = 0;
    for (int i = 0; i < counter.at().length && counter.at()[i] <= atPs; i++) {
      value = counter.values()[i];
    }
    return value;
  }

  private static Counter counter(List<Counter> counters, Channel channel) {
    return counters.stream()
        .filter(c -> channel.name().equals(c.group() + "." + c.name().replace(" bandwidth", "")))
        .findFirst()
        .orElseThrow();
  }

  private static double area(Counter counter, Channel channel, long endPs) {
    double bytes = 0;
    for (int i = 0; i < counter.at().length; i++) {
      long until = i + 1 < counter.at().length ? counter.at()[i + 1] : endPs;
      double share = counter.values()[i] / (counter.limit() * counter.scale());
      bytes += share * channel.capacity() * (until - counter.at()[i]);
    }
    return bytes;
  }
}
