package trn2sim.viz.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PngTest {
  @Test
  void theJdkReadsBackEveryPixel() throws IOException {
    BufferedImage image = new BufferedImage(37, 23, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < 23; y++) {
      for (int x = 0; x < 37; x++) {
        image.setRGB(x, y, 0xFF000000 | x * 0x030711 ^ y * 0x0B0501);
      }
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Png.write(image, out);
    BufferedImage read = ImageIO.read(new ByteArrayInputStream(out.toByteArray()));
    assertEquals(37, read.getWidth());
    assertEquals(23, read.getHeight());
    for (int y = 0; y < 23; y++) {
      for (int x = 0; x < 37; x++) {
        assertEquals(image.getRGB(x, y), read.getRGB(x, y), x + ", " + y);
      }
    }
  }
}
