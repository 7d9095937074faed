package trn2sim.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ProgressBarConsumer;

/** The line of a terminal on which a progress bar is written over and over. */
final class TerminalLine implements ProgressBarConsumer {
  private static final String START_OF_CLEARED_LINE = "\r\u001b[K";
  private static final int WIDTH = 79;

  private final PrintStream out;

  TerminalLine(PrintStream out) {
    this.out = out;
  }

  @Override
  public int getMaxRenderedLength() {
    return WIDTH;
  }

  @Override
  public void accept(String line) {
    out.print(START_OF_CLEARED_LINE + line.strip());
    out.flush();
  }

  @Override
  public void clear() {
    out.print(START_OF_CLEARED_LINE);
    out.flush();
  }

  @Override
  public void close() {
    clear();
  }
}
