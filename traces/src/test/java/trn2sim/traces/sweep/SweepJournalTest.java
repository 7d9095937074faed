package trn2sim.traces.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import trn2sim.core.config.SpecException;

/** A journal belongs to one process until that process ends, however it ends. */
class SweepJournalTest {
  private static final SweepRow ROW = new SweepRow(0, "key", Map.of("a", "1"), Map.of(), "");
  private static final SweepIdentity SWEEP = new SweepIdentity("name", "digest", 2);

  @TempDir private Path directory;
  private Process holder;

  /** The other process: opens the journal and holds it until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      try (SweepJournal journal = open(Path.of(args[0]))) {
        journal.add(ROW);
        System.out.println("open");
        System.out.flush();
        Thread.sleep(Long.MAX_VALUE);
      }
    }
  }

  private static SweepJournal open(Path path) throws IOException {
    return SweepJournal.open(path, SWEEP, SweepJournal.Rows.NUMBERED);
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
    for (SweepJournal.Rows rows : SweepJournal.Rows.values()) {
      SpecException refused =
          assertThrows(SpecException.class, () -> SweepJournal.open(journal(), SWEEP, rows));
      assertTrue(refused.getMessage().contains("process " + holder.pid()), refused.getMessage());
      assertTrue(refused.getMessage().contains(directory.toString()), refused.getMessage());
      assertTrue(refused.getMessage().contains("--out"), refused.getMessage());
    }
    assertEquals(before, Files.readString(journal()), "the refused process touches nothing");
    kill();
    try (SweepJournal mine = open(journal())) {
      assertEquals(ROW, mine.read(0), "a killed process leaves what it finished");
    }
  }

  @Test
  void oneProcessHoldsAJournalOnce() throws IOException {
    try (SweepJournal first = open(journal())) {
      assertThrows(SpecException.class, () -> open(journal()));
      first.add(ROW);
    }
    try (SweepJournal second = open(journal())) {
      assertTrue(second.has(0));
    }
  }

  @Test
  void rowsOfAnotherSweepAreComparedByWhatTheyDependOn() throws IOException {
    try (SweepJournal first = open(journal())) {
      first.add(ROW);
    }
    SweepIdentity changed = new SweepIdentity("name", "other", 2);
    try (SweepJournal second = SweepJournal.open(journal(), changed, SweepJournal.Rows.NUMBERED)) {
      assertFalse(second.has(0), "point 0 of another sweep may be another scenario");
      assertEquals(Optional.of(ROW), second.sameAs("key"));
      assertEquals(Optional.empty(), second.sameAs("another"));
    }
    try (SweepJournal again = open(journal())) {
      assertTrue(again.has(0), "nothing was written, so the first sweep is still the last one");
    }
  }

  @Test
  void linesLongerThanABufferAreRead() throws IOException {
    SweepRow longRow = new SweepRow(1, "k", Map.of("a", "2"), Map.of(), "\u00e4".repeat(100_000));
    try (SweepJournal first = open(journal())) {
      first.add(longRow);
      first.add(ROW);
    }
    try (SweepJournal second = open(journal())) {
      assertEquals(longRow, second.read(1));
      assertEquals(ROW, second.read(0));
    }
  }

  @Test
  void somethingElseIsNoJournal() throws IOException {
    for (String line : List.of("{}", "no JSON", "{\"point\": -1}", "[1]")) {
      Files.writeString(journal(), line + "\n");
      SpecException refused = assertThrows(SpecException.class, () -> open(journal()).close());
      assertTrue(refused.getMessage().contains("--fresh"), refused.getMessage());
    }
  }
}
