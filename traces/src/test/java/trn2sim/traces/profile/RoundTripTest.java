package trn2sim.traces.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import trn2sim.core.program.Process;
import trn2sim.core.timeline.Track;
import trn2sim.traces.Runs;
import trn2sim.traces.run.RunResult;

/** What is written of a run is what is read of the file. */
class RoundTripTest {
  private static final long NS = 1000;
  private static final RunResult RUN = Runs.run(Runs.SMALL);

  @Test
  void instructionsAreThoseOfTheRun() {
    Instructions read = Profiles.read(Profiles.text(RUN)).instructions();
    Process process = RUN.processes().get(0);
    assertEquals(process.program().size(), read.size());
    for (int row = 0; row < read.size(); row++) {
      int task = (int) read.id(row);
      assertEquals(process.startPs(task), read.startPs(row));
      assertEquals(process.freePs(task), read.endPs(row));
      assertEquals(process.donePs(task), read.donePs(row));
      assertEquals(
          process.program().lanes().get(process.program().lane(task)).row(), read.engine(row));
    }
  }

  @Test
  void aProfilersKeysAloneGiveTheTimesToANanosecond() {
    Profile read = Profiles.read(Profiles.plain(RUN));
    Process process = RUN.processes().get(0);
    for (int row = 0; row < read.instructions().size(); row++) {
      int task = (int) read.instructions().id(row);
      assertEquals(process.startPs(task) / NS * NS, read.instructions().startPs(row));
      assertEquals(process.freePs(task) / NS * NS, read.instructions().endPs(row));
    }
    assertEquals(List.of(), read.notes().list());
  }

  @Test
  void dmasAreTheBarsOfTheQueues() {
    Dmas read = Profiles.read(Profiles.text(RUN)).dmas();
    long bars = 0;
    for (Track track : RUN.timeline().tracks()) {
      bars += track.kind() == Track.Kind.QUEUE ? track.size() : 0;
    }
    assertEquals(bars, read.size());
    assertTrue(read.queue(0).startsWith("q"), read.queue(0));
    long bytes = 0;
    for (int dma = 0; dma < read.size(); dma++) {
      bytes += read.bytes(dma);
    }
    assertEquals(RUN.traffic().hbm().get(0).bytes(), bytes);
  }

  @Test
  void operandsCanBeParsed() {
    Instructions read = Profiles.read(Profiles.text(RUN)).instructions();
    for (int row = 0; row < read.size(); row++) {
      if (read.opcode(row).equals("MATMUL") && read.type(row).isEmpty()) {
        ParsedOperands operands = read.operands(row);
        assertEquals(128, operands.rows().getAsInt());
        assertEquals(128, operands.columns().getAsInt());
        assertEquals("bfloat16", operands.access("src").get().dtype());
        assertTrue(operands.access("dst").get().inPsum());
        assertTrue(operands.access("src").get().inSbuf());
        return;
      }
    }
    throw new AssertionError("no matmul");
  }

  @Test
  void throttleWindowsCoverTheRun() {
    List<ThrottleWindow> windows = Profiles.read(Profiles.text(RUN)).throttle();
    assertEquals(0, windows.get(0).startPs());
    assertEquals(4, windows.get(0).k());
    assertEquals(RUN.timeline().endPs() / NS * NS, windows.get(windows.size() - 1).endPs());
  }
}
