package trn2sim.core.unit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

class UnitRoundTripTest {
  @Property
  void duration(@ForAll @LongRange(min = 0) long ps) {
    var duration = new SimDuration(ps);
    assertEquals(duration, SimDuration.parse(duration.toString()));
  }

  @Property
  void frequency(@ForAll @LongRange(min = 1) long hertz) {
    var frequency = new Frequency(hertz);
    assertEquals(frequency, Frequency.parse(frequency.toString()));
  }

  @Property
  void bandwidth(@ForAll @LongRange(min = 1) long bytesPerSecond) {
    var bandwidth = new Bandwidth(bytesPerSecond);
    assertEquals(bandwidth, Bandwidth.parse(bandwidth.toString()));
  }

  @Property
  void byteSize(@ForAll @LongRange(min = 0) long bytes) {
    var size = new ByteSize(bytes);
    assertEquals(size, ByteSize.parse(size.toString()));
  }

  @Example
  void printsTheUnitThatReadsBest() {
    assertEquals("2.4 GHz", new Frequency(2_400_000_000L).toString());
    assertEquals("1.5 us", new SimDuration(1_500_000).toString());
    assertEquals("0 ps", SimDuration.ZERO.toString());
    assertEquals("2.9 TB/s", new Bandwidth(2_900_000_000_000L).toString());
    assertEquals("24 MiB", new ByteSize(24L << 20).toString());
    assertEquals("1025 KiB", new ByteSize(1025L << 10).toString());
    assertEquals("128 kB", new ByteSize(128_000).toString());
    assertEquals("512 B", new ByteSize(512).toString());
  }
}
