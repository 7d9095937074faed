package trn2sim.core.config;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import trn2sim.core.cancel.Cancellation;
import trn2sim.core.unit.Quote;

/**
 * Builds the located tree of one document from the parser's events.
 *
 * <p>Events, not composed nodes: depth, aliases and total size are then bounded while reading,
 * before any recursion or expansion can grow with hostile input.
 */
final class TreeBuilder {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NODES = 100_000;

  private final YamlSource source;
  private final IntFunction<String> placeOfLine;
  private final Iterator<Event> events;
  private final Map<String, YamlNode> anchors = new TreeMap<>();
  private int nodes;

  private TreeBuilder(YamlSource source, IntFunction<String> placeOfLine) {
    this.source = source;
    this.placeOfLine = placeOfLine;
    var settings =
        LoadSettings.builder().setLabel("input").setCodePointLimit(YamlSource.MAX_BYTES).build();
    this.events = new Parse(settings).parseString(source.text()).iterator();
  }

  /** The top-level mapping of a file. */
  static YamlNode.Mapping file(YamlSource source) {
    var top = new TreeBuilder(source, line -> source.name() + ":" + line).document();
    if (top instanceof YamlNode.Mapping mapping) {
      return mapping;
    }
    throw SpecException.at(top.where(), top.describe(), "a mapping of keys to values");
  }

  /** One value of any form, all of it at one place. */
  static YamlNode value(String place, String text) {
    return new TreeBuilder(new YamlSource(place, text), line -> place).document();
  }

  private YamlNode document() {
    next(); // start of the stream
    if (next().getEventId() == Event.ID.StreamEnd) {
      throw SpecException.at(placeOfLine.apply(1), "an empty file", "a mapping of keys to values");
    }
    Event first = next();
    YamlNode top = node(first, placeOf(first), KeyPath.ROOT, 0);
    next(); // end of the document
    Event last = next();
    if (last.getEventId() != Event.ID.StreamEnd) {
      throw SpecException.at(placeOf(last), "a second document", "one document per file");
    }
    return top;
  }

  private YamlNode node(Event event, String place, KeyPath path, int depth) {
    Cancellation.check();
    requireRoom(1, depth, place, path);
    if (event instanceof AliasEvent alias) {
      return expand(alias, place, path, depth);
    }
    requireNoTag(event, place, path);
    YamlNode node =
        switch (event.getEventId()) {
          case Scalar -> scalar((ScalarEvent) event, place);
          case SequenceStart -> sequence(place, path, depth);
          case MappingStart -> mapping(place, path, depth);
          default -> throw new IllegalStateException("unexpected event " + event);
        };
    // Only a finished node can be referred to, so no alias can contain itself.
    ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), node));
    return node;
  }

  private static YamlNode scalar(ScalarEvent event, String place) {
    return new YamlNode.Scalar(place, event.getValue(), event.isPlain());
  }

  private YamlNode sequence(String place, KeyPath path, int depth) {
    List<YamlNode> items = new ArrayList<>();
    for (Event e = next(); e.getEventId() != Event.ID.SequenceEnd; e = next()) {
      items.add(node(e, placeOf(e), path.item(items.size()), depth + 1));
    }
    return new YamlNode.Sequence(place, items);
  }

  private YamlNode mapping(String place, KeyPath path, int depth) {
    var mapping = new YamlNode.Mapping(place);
    for (Event e = next(); e.getEventId() != Event.ID.MappingEnd; e = next()) {
      String keyPlace = placeOf(e);
      if (!(e instanceof ScalarEvent scalar)) {
        throw SpecException.at(keyPlace, path.text(), "a key that is not text", "a plain key");
      }
      KeyPath keyPath = path.child(scalar.getValue());
      requireNoTag(e, keyPlace, keyPath);
      YamlNode earlier = mapping.entries().get(scalar.getValue());
      if (earlier != null) {
        throw SpecException.at(
            keyPlace,
            keyPath.text(),
            "the key again",
            "it once (first at " + earlier.where() + ")");
      }
      // A value is placed at its key's line: that is where a reader looks for it.
      mapping.entries().put(scalar.getValue(), node(next(), keyPlace, keyPath, depth + 1));
    }
    return mapping;
  }

  private YamlNode expand(AliasEvent alias, String place, KeyPath path, int depth) {
    String name = alias.getAlias().getValue();
    YamlNode target = anchors.get(name);
    if (target == null) {
      throw SpecException.at(
          place,
          path.text(),
          "the alias " + Quote.of("*" + name),
          "an anchor of that name before it");
    }
    requireRoom(target.size() - 1, depth + target.depth(), place, path);
    return target.copyAt(place);
  }

  private void requireRoom(int more, int depth, String place, KeyPath path) {
    nodes += more;
    if (depth > MAX_DEPTH) {
      throw SpecException.at(
          place, brief(path), "deeper nesting", "at most " + MAX_DEPTH + " levels");
    }
    if (nodes > MAX_NODES) {
      throw SpecException.at(
          place,
          brief(path),
          "more than " + MAX_NODES + " values",
          "fewer (aliases count as what they stand for)");
    }
  }

  /** The path of something very deep would itself fill the screen. */
  private static String brief(KeyPath path) {
    return path.text().length() > 80 ? "" : path.text();
  }

  private static void requireNoTag(Event event, String place, KeyPath path) {
    var tag =
        event instanceof ScalarEvent scalar
            ? scalar.getTag()
            : ((CollectionStartEvent) event).getTag();
    if (tag.isPresent()) {
      throw SpecException.at(place, path.text(), "the tag " + Quote.of(tag.get()), "no tag");
    }
  }

  private Event next() {
    try {
      return events.next();
    } catch (YamlEngineException e) {
      throw SyntaxErrors.explain(e, source, placeOfLine);
    }
  }

  private String placeOf(Event event) {
    return placeOfLine.apply(event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1));
  }
}
