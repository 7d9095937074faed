package trn2sim.core.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/** An object that has its keys, and their order, from others like it; nobody may change it. */
final class Members extends AbstractMap<String, Object> {
  private final Map<String, Integer> places;
  private final Object[] values;

  /**
   * @param places where the value of each key is, in the order of the values
   */
  Members(Map<String, Integer> places, Object[] values) {
    this.places = places;
    this.values = values;
  }

  @Override
  public Object get(Object key) {
    Integer place = places.get(key);
    return place == null ? null : values[place];
  }

  @Override
  public boolean containsKey(Object key) {
    return places.containsKey(key);
  }

  @Override
  public Set<String> keySet() {
    return Collections.unmodifiableSet(places.keySet());
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public int size() {
        return values.length;
      }

      @Override
      public Iterator<Entry<String, Object>> iterator() {
        return places.entrySet().stream()
            .<Entry<String, Object>>map(key -> Map.entry(key.getKey(), values[key.getValue()]))
            .iterator();
      }
    };
  }
}
