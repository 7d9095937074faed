package trn2sim.traces.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;

/** A journal belongs to one process until that process ends, however it ends. */
class SweepJournalTest {
  private static final SweepRow ROW = new SweepRow(0, "key", Map.of("a", "1"), Map.of(), "");

  @TempDir private Path directory;
  private Process holder;

  /** The other process: opens the journal and holds it until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      try (SweepJournal journal = SweepJournal.open(Path.of(args[0]), false)) {
        journal.add(ROW);
        System.out.println("open");
        System.out.flush();
        Thread.sleep(Long.MAX_VALUE);
      }
    }
  }

  private Path journal() {
    return directory.resolve("points.jsonl");
  }

  private void hold() throws IOException {
    holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                journal().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = holder.inputReader();
    assertEquals("open", said.readLine());
  }

  @AfterEach
  void kill() throws InterruptedException {
    if (holder != null) {
      holder.destroyForcibly().waitFor();
    }
  }

  @Test
  void anotherProcessIsRefusedAndToldWhoWrites() throws IOException, InterruptedException {
    hold();
    String before = Files.readString(journal());
    for (boolean fresh : new boolean[] {false, true}) {
      SpecException refused =
          assertThrows(SpecException.class, () -> SweepJournal.open(journal(), fresh));
      assertTrue(refused.getMessage().contains("process " + holder.pid()), refused.getMessage());
      assertTrue(refused.getMessage().contains(directory.toString()), refused.getMessage());
      assertTrue(refused.getMessage().contains("--out"), refused.getMessage());
    }
    assertEquals(before, Files.readString(journal()), "the refused process touches nothing");
    kill();
    try (SweepJournal mine = SweepJournal.open(journal(), false)) {
      assertEquals(Map.of("key", ROW), mine.rows(), "a killed process leaves what it finished");
    }
  }

  @Test
  void oneProcessHoldsAJournalOnce() throws IOException {
    try (SweepJournal first = SweepJournal.open(journal(), false)) {
      assertThrows(SpecException.class, () -> SweepJournal.open(journal(), false));
      first.add(ROW);
    }
    try (SweepJournal second = SweepJournal.open(journal(), false)) {
      assertEquals(1, second.rows().size());
    }
  }
}
