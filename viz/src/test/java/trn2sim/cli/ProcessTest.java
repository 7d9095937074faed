package trn2sim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only a process of its own can show: little memory, other locales, no Python. */
class ProcessTest {
  @TempDir private Path directory;

  /** Runs a shell command in which {@code $TRN2SIM} is the program; its status and messages. */
  private String run(String flags, String command) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Path messages = directory.resolve("messages");
    ProcessBuilder builder = new ProcessBuilder(List.of("sh", "-c", command));
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder
        .environment()
        .put("TRN2SIM", java + " -Djava.awt.headless=true " + flags + " trn2sim.cli.Main");
    builder.directory(directory.toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(messages.toFile());
    int status = builder.start().waitFor();
    return status + " " + Files.readString(messages, StandardCharsets.UTF_8).strip();
  }

  @Test
  void namesThatTheLocaleCannotSpellAreSaidSo() throws IOException, InterruptedException {
    String found = run("", "LC_ALL=C $TRN2SIM run \"$(printf '\\303\\244').yaml\"");
    assertTrue(found.startsWith("2 trn2sim: "), found);
    assertTrue(found.contains("characters that this locale cannot spell"), found);
    assertEquals(1, found.lines().count(), found);
  }

  @Test
  void withoutPythonAllButNkiFilesRuns() throws IOException, InterruptedException {
    Files.writeString(
        directory.resolve("matmul.yaml"), "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n");
    Files.writeString(directory.resolve("mine.py"), "import nki\n");
    Files.writeString(
        directory.resolve("mine.yaml"), "kernel: { nki: mine.py, function: k, args: {} }\n");
    String withoutPython = "XDG_CACHE_HOME=. PATH=nothing $TRN2SIM ";
    Path recorder = Path.of("..", "python").toAbsolutePath().normalize();
    Files.createSymbolicLink(directory.resolve("python"), recorder);
    String ran = run("", withoutPython + "run matmul.yaml");
    assertTrue(ran.startsWith("0 matmul: "), ran);
    for (String command : List.of("run mine.yaml", "new mine.py")) {
      String found = run("", withoutPython + command);
      String said = "recording an NKI kernel needs python3 3.10 or newer on the PATH";
      assertTrue(found.startsWith("2 trn2sim: ") && found.contains(said), found);
    }
  }

  @Test
  void aPythonThatFailsIsQuoted() throws IOException, InterruptedException {
    Files.writeString(directory.resolve("mine.py"), "import nki\n");
    Files.writeString(
        directory.resolve("mine.yaml"), "kernel: { nki: mine.py, function: k, args: {} }\n");
    Path old = Files.createDirectory(directory.resolve("old")).resolve("python3");
    Files.writeString(old, "#!/bin/sh\nexec 0<&-\necho 'SyntaxError: too old' >&2\nexit 1\n");
    assertTrue(old.toFile().setExecutable(true));
    Path recorder = Path.of("..", "python").toAbsolutePath().normalize();
    Files.createSymbolicLink(directory.resolve("python"), recorder);
    String found = run("", "XDG_CACHE_HOME=. PATH=old $TRN2SIM run mine.yaml");
    String said = "(SyntaxError: too old); recording an NKI kernel needs python3 3.10 or newer";
    assertTrue(found.startsWith("2 trn2sim: ") && found.contains(said), found);
  }

  @Test
  void tooLittleMemoryForChartsIsCalledThat() throws IOException, InterruptedException {
    Files.writeString(
        directory.resolve("s.yaml"), "kernel: matmul\nshape: { M: 128, K: 128, N: 512 }\n");
    StringBuilder all = new StringBuilder();
    // Which heap is enough for all but the charts depends on the JDK; the collector is the
    // launcher's.
    for (int megabytes = 8; megabytes <= 12 && all.indexOf("no charts") < 0; megabytes++) {
      String heap = "-XX:+UseSerialGC -Xmx" + megabytes + "m";
      all.append(run(heap, "$TRN2SIM run s.yaml --out out")).append('\n');
    }
    assertTrue(all.indexOf("no charts, too little memory to draw them") > 0, all.toString());
    assertTrue(all.indexOf("internal error") < 0 && all.indexOf("\tat ") < 0, all.toString());
  }
}
