package trn2sim.viz.report;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import trn2sim.core.timeline.WaitReason;
import trn2sim.traces.findings.Findings;
import trn2sim.traces.run.RunResult;
import trn2sim.viz.spans.ProgramTexts;
import trn2sim.viz.spans.TimelineData;
import trn2sim.viz.theme.Palette;

/**
 * The part of a page with a timeline, of one run or of two on one axis, and the data behind it.
 *
 * @param texts those of a run's programs
 * @param controls markup of further controls
 */
record TimelineMarkup(
    List<Findings> runs, Function<RunResult, ProgramTexts> texts, String controls) {
  private static final int BLOCK = 1 << 16;

  void write(OutputStream out) throws IOException {
    new Template(Resources.text("timeline.html"))
        .markup("series", join(Palette.SERIES.stream().map(Palette::css)))
        .markup("reasons", join(Stream.of(WaitReason.values()).map(TimelineMarkup::colour)))
        .markup("controls", controls)
        .fill("data", this::writeData)
        .write(out);
  }

  private static String join(Stream<String> words) {
    return words.collect(Collectors.joining(" "));
  }

  private static String colour(WaitReason reason) {
    return reason.label() + "=" + Palette.css(Palette.of(reason));
  }

  private void writeData(OutputStream out) throws IOException {
    for (Findings findings : runs) {
      out.write(
          "<script type=\"text/plain\" class=\"timeline-data\">".getBytes(StandardCharsets.UTF_8));
      writePacked(findings, out);
      out.write("</script>\n".getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Compressed, then as text, straight to the file. */
  private void writePacked(Findings findings, OutputStream out) throws IOException {
    OutputStream kept =
        new FilterOutputStream(out) {
          @Override
          public void write(byte[] bytes, int from, int count) throws IOException {
            out.write(bytes, from, count);
          }

          @Override
          public void close() throws IOException {
            flush();
          }
        };
    OutputStream packed = new GZIPOutputStream(Base64.getEncoder().wrap(kept), BLOCK);
    // The compressor is called for blocks, not for each of the bytes that make up a number.
    try (OutputStream blocks = new BufferedOutputStream(packed, BLOCK)) {
      TimelineData.write(findings, texts.apply(findings.run()), blocks);
    }
  }
}
