package trn2sim.traces.profile;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The keys of one table that nobody asked for, counted. */
final class Keys {
  private final String table;
  private final Set<String> unused;
  private final Map<String, long[]> unknown = new HashMap<>();

  /**
   * @param unused keys that are known and need not be read
   */
  Keys(String table, Set<String> unused) {
    this.table = table;
    this.unused = unused;
  }

  void other(String key) {
    if (!unused.contains(key)) {
      unknown.computeIfAbsent(key, k -> new long[1])[0]++;
    }
  }

  void tell(Notes notes) {
    unknown.forEach(
        (key, count) -> notes.count("key " + table + "." + key + ", not used", count[0]));
  }
}
