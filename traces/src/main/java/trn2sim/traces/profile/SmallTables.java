package trn2sim.traces.profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import trn2sim.core.json.JsonScanner;

/**
 * Reads the small tables: {@code ham}, and the single rows of {@code metadata}, {@code summary}.
 */
final class SmallTables {
  private static final long NS = 1000;

  private final List<ThrottleWindow> windows = new ArrayList<>();
  private final Map<String, String> texts = new TreeMap<>();
  private final Keys keys = new Keys("ham", Set.of("id", "subgroup", "label", "type"));
  private final Notes notes;

  SmallTables(Notes notes) {
    this.notes = notes;
  }

  /** Reads a window of the throttle, the object at hand. */
  void window(JsonScanner in) throws IOException {
    OptionalLong start = OptionalLong.empty();
    long duration = 0;
    long k = 0;
    long n = 0;
    int core = 0;
    while (in.nextMember()) {
      switch (in.name()) {
        case "timestamp" -> start = in.whole();
        case "duration" -> duration = Math.max(0, in.whole().orElse(0));
        case "k" -> k = in.whole().orElse(0);
        case "n" -> n = in.whole().orElse(0);
        case "subgraph" -> core = Math.max(0, CoreName.number(in.text()));
        default -> {
          keys.other(in.name());
          in.skip();
        }
      }
    }
    if (start.isEmpty() || n <= 0 || k < 0 || k > n) {
      notes.count("ham rows without a time or a pace, left out");
      return;
    }
    long begin = start.getAsLong() * NS;
    windows.add(new ThrottleWindow(core, begin, begin + duration * NS, (int) k, (int) n));
  }

  /** Keeps the single values of the object at hand as texts. */
  void texts(JsonScanner in) throws IOException {
    while (in.nextMember()) {
      String key = in.name();
      String text = in.text();
      if (!text.isEmpty()) {
        texts.putIfAbsent(key, text);
      }
    }
  }

  List<ThrottleWindow> windows() {
    keys.tell(notes);
    return windows;
  }

  Map<String, String> texts() {
    return texts;
  }
}
