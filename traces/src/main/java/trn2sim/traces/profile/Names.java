package trn2sim.traces.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts that occur again and again, each with a number. */
final class Names {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> names = new ArrayList<>();

  Names() {
    number("");
  }

  int number(String name) {
    Integer known = numbers.get(name);
    if (known != null) {
      return known;
    }
    numbers.put(name, names.size());
    names.add(name);
    return names.size() - 1;
  }

  String name(long number) {
    return names.get((int) number);
  }
}
