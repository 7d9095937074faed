package trn2sim.traces.findings;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import trn2sim.core.config.YamlCursor;
import trn2sim.core.unit.Text;

/**
 * How often the ranges of measured kernels held, on one device.
 *
 * @param kernels how many were measured
 * @param within those that took a time within their range
 * @param near those that did, or were outside by a few percent
 * @param usualPercent what half of their times were predicted better than, and half worse
 */
public record HeldRanges(String device, int kernels, int within, int near, double usualPercent) {
  /** What counts as near. */
  public static final double NEAR_PERCENT = 5;

  private static final String FILE = "accuracy/ranges.yaml";

  /** Nothing of devices on which no whole kernel was measured. */
  public static Optional<HeldRanges> of(String device) {
    try (InputStream in = HeldRanges.class.getClassLoader().getResourceAsStream(FILE)) {
      return YamlCursor.read(FILE, in).optional(device).map(figures -> read(device, figures));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static HeldRanges read(String device, YamlCursor figures) {
    return new HeldRanges(
        device,
        count(figures, "kernels"),
        count(figures, "within"),
        count(figures, "near"),
        figures.child("usual_percent").number(0, 100));
  }

  private static int count(YamlCursor figures, String key) {
    return (int) figures.child(key).integer(0, Integer.MAX_VALUE);
  }

  /** For the summary, the report and {@code accuracy --range}. */
  public String sentence() {
    return Text.format(
        "of %d kernels measured on %s, %d took a time within their range, %d within %.0f %% of it;"
            + " half were off by more than %.1f %%",
        kernels, device, within, near, NEAR_PERCENT, usualPercent);
  }
}
