package trn2sim.traces.profile;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import trn2sim.kernels.api.Capture;

/** Puts what was read in order of time. */
final class TimeOrder {
  /** Queues that fetch instructions and function tables, before the kernel works too. */
  private static final Pattern SETTING_UP = Pattern.compile("(?i)instr|table");

  private final Notes notes;

  TimeOrder(Notes notes) {
    this.notes = notes;
  }

  Profile profile(
      String file,
      Instructions instructions,
      Dmas dmas,
      List<ThrottleWindow> windows,
      Map<String, String> texts) {
    long earliest = Math.min(0, earliest(instructions, dmas));
    if (earliest < 0) {
      notes.count("negative times: everything moved by " + -earliest + " ps to begin at 0");
      instructions.shift(-earliest);
      dmas.shift(-earliest);
    }
    notes.count("instruction rows out of the order of time, sorted", instructions.sort());
    List<ThrottleWindow> moved =
        windows.stream()
            .map(
                w ->
                    new ThrottleWindow(
                        w.core(), w.startPs() - earliest, w.endPs() - earliest, w.k(), w.n()))
            .toList();
    boolean simulated = texts.containsKey(ProfileWriter.SCENARIO);
    Capture capture = capture(instructions, dmas, simulated);
    return new Profile(file, instructions, dmas, moved, capture, texts, notes);
  }

  private static long earliest(Instructions instructions, Dmas dmas) {
    long earliest = Long.MAX_VALUE;
    for (int row = 0; row < instructions.size(); row++) {
      earliest = Math.min(earliest, instructions.startPs(row));
    }
    for (int dma = 0; dma < dmas.size(); dma++) {
      earliest = Math.min(earliest, dmas.startPs(dma));
    }
    return earliest;
  }

  /**
   * The first work is an instruction's, for instructions are fetched by DMAs before it; a DMA's
   * where there is none. A simulated run has no preamble: it begins at 0.
   */
  private static Capture capture(Instructions instructions, Dmas dmas, boolean simulated) {
    long first = Long.MAX_VALUE;
    long last = 0;
    long end = 0;
    for (int row = 0; row < instructions.size(); row++) {
      end = Math.max(end, instructions.donePs(row));
      if (!instructions.bookkeeping(row)) {
        first = Math.min(first, instructions.startPs(row));
        last = Math.max(last, instructions.donePs(row));
      }
    }
    boolean alone = first == Long.MAX_VALUE;
    for (int dma = 0; dma < dmas.size(); dma++) {
      if (!SETTING_UP.matcher(dmas.queue(dma)).find()) {
        first = alone ? Math.min(first, dmas.startPs(dma)) : first;
        last = Math.max(last, dmas.endPs(dma));
      }
    }
    end = Math.max(end, last);
    boolean nothing = first == Long.MAX_VALUE;
    return simulated || nothing ? new Capture(0, end, end) : new Capture(first, last, end);
  }
}
