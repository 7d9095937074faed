package trn2sim.kernels.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Settings of a kernel after validation: every name it declares, with a value. */
public record Settings(Map<String, Object> values) {
  public Settings {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  public int integer(String name) {
    return Math.toIntExact((Long) value(name));
  }

  public String word(String name) {
    return (String) value(name);
  }

  public boolean flag(String name) {
    return (Boolean) value(name);
  }

  /** The same settings but for one. */
  public Settings with(String name, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(values);
    changed.put(name, value);
    return new Settings(changed);
  }

  /** Whether a setting that may be left out was given. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  private Object value(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalStateException("the kernel does not declare the setting " + name);
    }
    return value;
  }
}
