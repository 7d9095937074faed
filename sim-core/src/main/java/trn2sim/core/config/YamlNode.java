package trn2sim.core.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import trn2sim.core.unit.Quote;

/** A located piece of input; {@code where} is {@code file:line} or {@code --set key}. */
sealed interface YamlNode {
  String where();

  /** A deep copy placed elsewhere, with no record of reads; what it contains keeps its place. */
  YamlNode copyAt(String where);

  /** This node and all below it. */
  int size();

  /** Levels below this node. */
  int depth();

  /** How an error message names what is here. */
  String describe();

  /** The content without places; two nodes with the same content have the same. */
  String content();

  /** Text; {@code plain} if it was written without quotes and may stand for a number or boolean. */
  record Scalar(String where, String text, boolean plain) implements YamlNode {
    private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");

    boolean isNothing() {
      return plain && NOTHING.matcher(text).matches();
    }

    @Override
    public YamlNode copyAt(String place) {
      return new Scalar(place, text, plain);
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public int depth() {
      return 0;
    }

    @Override
    public String describe() {
      return isNothing() ? "nothing" : Quote.of(text);
    }

    @Override
    public String content() {
      // With its length, so that no text can be taken for the structure around it.
      return (plain ? "plain " : "text ") + text.length() + ":" + text;
    }
  }

  /** Items in order. */
  record Sequence(String where, List<YamlNode> items) implements YamlNode {
    @Override
    public YamlNode copyAt(String place) {
      return new Sequence(place, items.stream().map(item -> item.copyAt(item.where())).toList());
    }

    @Override
    public int size() {
      return 1 + items.stream().mapToInt(YamlNode::size).sum();
    }

    @Override
    public int depth() {
      return 1 + items.stream().mapToInt(YamlNode::depth).max().orElse(0);
    }

    @Override
    public String describe() {
      return "a list";
    }

    @Override
    public String content() {
      return items.stream().map(YamlNode::content).collect(Collectors.joining(",", "[", "]"));
    }
  }

  /** Entries in order, and the keys that were asked for so far, present or not. */
  record Mapping(String where, Map<String, YamlNode> entries, Set<String> asked)
      implements YamlNode {
    Mapping(String where) {
      this(where, new LinkedHashMap<>(), new LinkedHashSet<>());
    }

    @Override
    public YamlNode copyAt(String place) {
      var copy = new Mapping(place);
      entries.forEach((key, node) -> copy.entries.put(key, node.copyAt(node.where())));
      return copy;
    }

    @Override
    public int size() {
      return 1 + entries.values().stream().mapToInt(YamlNode::size).sum();
    }

    @Override
    public int depth() {
      return 1 + entries.values().stream().mapToInt(YamlNode::depth).max().orElse(0);
    }

    @Override
    public String describe() {
      return "a mapping";
    }

    @Override
    public String content() {
      return entries.entrySet().stream()
          .map(entry -> entry.getKey() + "=" + entry.getValue().content())
          .collect(Collectors.joining(",", "{", "}"));
    }
  }
}
