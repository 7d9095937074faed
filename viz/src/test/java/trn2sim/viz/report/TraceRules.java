package trn2sim.viz.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a trace as it is written and checks it against the rules of the Trace Event Format: slices
 * of a thread follow one another, arrows come in pairs and never go back, counters have no time
 * twice over, every thread and process has a name.
 */
final class TraceRules extends OutputStream {
  private static final Pattern EVENT =
      Pattern.compile(
          "\\{\"ph\": \"(\\w)\", \"pid\": (\\d+), \"tid\": (\\d+), \"name\": \"(.*?)\".*");
  private static final Pattern TIME = Pattern.compile("\"ts\": (\\d+)\\.(\\d{6})");
  private static final Pattern DURATION = Pattern.compile("\"dur\": (\\d+)\\.(\\d{6})");
  private static final Pattern ID = Pattern.compile("\"id\": (\\d+)");

  private final StringBuilder line = new StringBuilder();
  private final Map<String, Long> threadEnds = new HashMap<>();
  private final Map<String, Long> counterTimes = new HashMap<>();
  private final Map<Long, Long> arrows = new HashMap<>();
  private final Set<String> names = new HashSet<>();
  private long slices;

  @Override
  public void write(byte[] text, int from, int count) {
    for (int i = from; i < from + count; i++) {
      if (text[i] == '\n') {
        read(line.toString());
        line.setLength(0);
      } else {
        line.append((char) text[i]);
      }
    }
  }

  private void read(String text) {
    Matcher event = EVENT.matcher(text);
    if (!event.matches()) {
      assertTrue(text.startsWith("{\"displayTimeUnit\"") || text.equals("]}"), text);
      return;
    }
    String process = event.group(2);
    String thread = process + "/" + event.group(3);
    switch (event.group(1)) {
      case "M" -> names.add(event.group(4).startsWith("process") ? process : thread);
      case "X" -> slice(thread, text);
      case "C" -> counter(process + "/" + event.group(4), time(TIME, text));
      case "s" -> assertEquals(null, arrows.put(id(text), time(TIME, text)), text);
      case "f" -> assertTrue(arrows.remove(id(text)) <= time(TIME, text), text);
      default -> throw new AssertionError("unknown phase: " + text);
    }
    assertTrue(names.contains(process), "a process without a name: " + text);
  }

  /** Waits are slices too, but no instructions. */
  private void slice(String thread, String text) {
    long start = time(TIME, text);
    long duration = time(DURATION, text);
    slices += text.contains("\"cat\": \"wait\"") ? 0 : 1;
    assertTrue(names.contains(thread), "a thread without a name: " + thread);
    assertTrue(start >= threadEnds.getOrDefault(thread, 0L), thread + " overlaps at " + start);
    threadEnds.put(thread, start + duration);
  }

  private void counter(String counter, long at) {
    assertTrue(at >= counterTimes.getOrDefault(counter, 0L), counter + " goes back at " + at);
    counterTimes.put(counter, at);
  }

  private static long time(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertTrue(matcher.find(), text);
    return Long.parseLong(matcher.group(1)) * 1_000_000 + Long.parseLong(matcher.group(2));
  }

  private static long id(String text) {
    Matcher matcher = ID.matcher(text);
    assertTrue(matcher.find(), text);
    return Long.parseLong(matcher.group(1));
  }

  /** How many instructions there were, once all is written. */
  long finish() {
    assertEquals("", line.toString(), "the last line is complete");
    assertEquals(Map.of(), arrows, "arrows that end nowhere");
    return slices;
  }

  @Override
  public void write(int character) {
    write(new byte[] {(byte) character}, 0, 1);
  }
}
