package trn2sim.viz.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** One connection of the DevTools protocol: commands with their answers, and events. */
final class DevTools implements WebSocket.Listener {
  private static final Pattern ID = Pattern.compile("\\{\"id\":(\\d+),");
  private static final int LARGEST_MESSAGE = 1 << 26;
  private static final int PATIENCE_SECONDS = 90;

  private final Map<Integer, BlockingQueue<String>> answers = new ConcurrentHashMap<>();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger last = new AtomicInteger();
  private final StringBuilder partial = new StringBuilder();
  private WebSocket socket;

  static DevTools connect(HttpClient client, URI address) {
    DevTools tools = new DevTools();
    tools.socket = client.newWebSocketBuilder().buildAsync(address, tools).join();
    return tools;
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean complete) {
    partial.append(data);
    if (complete) {
      String message = partial.toString();
      partial.setLength(0);
      Matcher id = ID.matcher(message);
      if (id.lookingAt()) {
        answers.get(Integer.parseInt(id.group(1))).add(message);
      } else {
        events.add(message);
      }
    }
    from.request(1);
    return CompletableFuture.completedStage(null);
  }

  /** Sends a command and waits for its answer, as it came. */
  String raw(String session, String method, String parameters) {
    int id = last.incrementAndGet();
    BlockingQueue<String> answer = new LinkedBlockingQueue<>();
    answers.put(id, answer);
    String to = session.isEmpty() ? "" : ",\"sessionId\":\"" + session + "\"";
    String command =
        "{\"id\":" + id + to + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}";
    socket.sendText(command, true).join();
    try {
      String text = answer.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (text == null) {
        throw new IllegalStateException("no answer to " + method);
      }
      return text;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in " + method, e);
    }
  }

  /** The same, the answer's result read; JSON is YAML. */
  Map<?, ?> call(String session, String method, String parameters) {
    Map<?, ?> answer = parse(raw(session, method, parameters));
    if (answer.containsKey("error")) {
      throw new IllegalStateException(method + ": " + answer.get("error"));
    }
    return (Map<?, ?>) answer.get("result");
  }

  private static Map<?, ?> parse(String json) {
    LoadSettings settings = LoadSettings.builder().setCodePointLimit(LARGEST_MESSAGE).build();
    return (Map<?, ?>) new Load(settings).loadFromString(json);
  }

  /** The events so far whose text begins with a method. */
  List<String> events(String method) {
    String start = "{\"method\":\"" + method + "\"";
    return events.stream().filter(event -> event.startsWith(start)).toList();
  }
}
