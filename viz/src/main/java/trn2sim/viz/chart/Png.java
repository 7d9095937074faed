package trn2sim.viz.chart;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes opaque images as PNG (ISO/IEC 15948), rows unfiltered. The JDK's writer tries five filters
 * for each row, which takes longer than the drawing and makes charts, large even areas, bigger.
 */
final class Png {
  private static final long SIGNATURE = 0x89504E470D0A1A0AL;
  private static final byte BITS_PER_SAMPLE = 8;
  private static final byte TRUE_COLOUR = 2;
  private static final int HEADER_BYTES = 13;

  private Png() {}

  static void write(BufferedImage image, OutputStream out) throws IOException {
    DataOutputStream data = new DataOutputStream(out);
    data.writeLong(SIGNATURE);
    byte[] header =
        ByteBuffer.allocate(HEADER_BYTES)
            .putInt(image.getWidth())
            .putInt(image.getHeight())
            .put(BITS_PER_SAMPLE)
            .put(TRUE_COLOUR)
            .array();
    chunk(data, "IHDR", header);
    chunk(data, "IDAT", packed(image));
    chunk(data, "IEND", new byte[0]);
    data.flush();
  }

  private static byte[] packed(BufferedImage image) throws IOException {
    int width = image.getWidth();
    int[] pixels = new int[width];
    byte[] row = new byte[1 + 3 * width];
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream deflater = new DeflaterOutputStream(packed)) {
      for (int y = 0; y < image.getHeight(); y++) {
        image.getRGB(0, y, width, 1, pixels, 0, width);
        int at = 1;
        for (int rgb : pixels) {
          row[at++] = (byte) (rgb >> 16);
          row[at++] = (byte) (rgb >> 8);
          row[at++] = (byte) rgb;
        }
        deflater.write(row);
      }
    }
    return packed.toByteArray();
  }

  private static void chunk(DataOutputStream out, String type, byte[] content) throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 check = new CRC32();
    check.update(name);
    check.update(content);
    out.writeInt(content.length);
    out.write(name);
    out.write(content);
    out.writeInt((int) check.getValue());
  }
}
