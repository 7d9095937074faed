package trn2sim.viz.browser;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import trn2sim.core.json.Json;

/** A tab: real mouse and keyboard input, questions to its script, pictures. */
public final class Page {
  private static final Pattern PICTURE = Pattern.compile("\"data\":\"([^\"]*)\"");
  private static final int PATIENCE = 600;

  private final DevTools tools;
  private final String session;

  private Page(DevTools tools, String session) {
    this.tools = tools;
    this.session = session;
  }

  static Page open(DevTools tools, String url) {
    Object target =
        tools.call("", "Target.createTarget", "{\"url\":\"about:blank\"}").get("targetId");
    Object session =
        tools
            .call("", "Target.attachToTarget", "{\"targetId\":\"" + target + "\",\"flatten\":true}")
            .get("sessionId");
    Page page = new Page(tools, session.toString());
    for (String domain : List.of("Page", "Runtime", "Log")) {
      page.call(domain + ".enable", "{}");
    }
    page.call("Page.navigate", "{\"url\":" + Json.compact(url) + "}");
    return page;
  }

  private Map<?, ?> call(String method, String parameters) {
    return tools.call(session, method, parameters);
  }

  /** The value of an expression as text; a promise is waited for. */
  public String evaluate(String expression) {
    Map<?, ?> answer =
        call(
            "Runtime.evaluate",
            "{\"awaitPromise\":true,\"returnByValue\":true,\"expression\":"
                + Json.compact(expression)
                + "}");
    if (answer.containsKey("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + answer.get("exceptionDetails"));
    }
    return String.valueOf(((Map<?, ?>) answer.get("result")).get("value"));
  }

  public double number(String expression) {
    return Double.parseDouble(evaluate(expression));
  }

  /** Waits until an expression is true. */
  public void await(String expression) throws InterruptedException {
    for (int tenth = 0; tenth < PATIENCE; tenth++) {
      if (evaluate("Boolean(" + expression + ")").equals("true")) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("never true: " + expression);
  }

  /** Waits for the frame that answers an input. */
  public void frame() {
    evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
  }

  private void mouse(String type, double x, double y, String more) {
    String at = String.format(Locale.ROOT, "\"x\":%.1f,\"y\":%.1f", x, y);
    call("Input.dispatchMouseEvent", "{\"type\":\"" + type + "\"," + at + more + "}");
  }

  public void wheel(double x, double y, int delta) {
    mouse("mouseWheel", x, y, ",\"deltaX\":0,\"deltaY\":" + delta);
    frame();
  }

  public void click(double x, double y) {
    String left = ",\"button\":\"left\",\"buttons\":1,\"clickCount\":1";
    mouse("mouseMoved", x, y, "");
    mouse("mousePressed", x, y, left);
    mouse("mouseReleased", x, y, left);
    frame();
  }

  /** Moves the pointer there. */
  public void hover(double x, double y) {
    mouse("mouseMoved", x, y, "");
    frame();
  }

  /** A tab of another size, as on a phone. */
  public void resize(int width, int height) {
    call(
        "Emulation.setDeviceMetricsOverride",
        "{\"width\":"
            + width
            + ",\"height\":"
            + height
            + ",\"deviceScaleFactor\":1,\"mobile\":false}");
    frame();
  }

  public void drag(double x, double y, double toX, double toY) {
    drag(x, y, toX, toY, false);
  }

  public void drag(double x, double y, double toX, double toY, boolean shift) {
    String left =
        ",\"button\":\"left\",\"buttons\":1,\"clickCount\":1,\"modifiers\":" + (shift ? 8 : 0);
    mouse("mousePressed", x, y, left);
    mouse("mouseMoved", (x + toX) / 2, (y + toY) / 2, left);
    mouse("mouseMoved", toX, toY, left);
    mouse("mouseReleased", toX, toY, left);
    frame();
  }

  public void key(String key) {
    String named =
        "\"key\":"
            + Json.compact(key)
            + (key.length() == 1 ? ",\"text\":" + Json.compact(key) : "");
    call("Input.dispatchKeyEvent", "{\"type\":\"keyDown\"," + named + "}");
    call("Input.dispatchKeyEvent", "{\"type\":\"keyUp\"," + "\"key\":" + Json.compact(key) + "}");
    frame();
  }

  public void type(String text) {
    call("Input.insertText", "{\"text\":" + Json.compact(text) + "}");
    frame();
  }

  public void dark(boolean on) {
    call(
        "Emulation.setEmulatedMedia",
        "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\""
            + (on ? "dark" : "light")
            + "\"}]}");
    frame();
  }

  /** Saves what the tab shows, or all of the page. */
  public void screenshot(Path file, boolean whole) throws IOException {
    String answer =
        tools.raw(session, "Page.captureScreenshot", "{\"captureBeyondViewport\":" + whole + "}");
    Matcher data = PICTURE.matcher(answer);
    if (!data.find()) {
      throw new IOException("no picture: " + answer);
    }
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(data.group(1)));
  }

  /** Whatever the console complained about, uncaught errors and blocked loads included. */
  public List<String> complaints() {
    List<String> all = new ArrayList<>(tools.events("Runtime.exceptionThrown"));
    all.addAll(tools.events("Log.entryAdded"));
    tools.events("Runtime.consoleAPICalled").stream()
        .filter(
            event -> event.contains("\"type\":\"error\"") || event.contains("\"type\":\"warning\""))
        .forEach(all::add);
    all.addAll(tools.events("Page.javascriptDialogOpening"));
    return all;
  }
}
