package trn2sim.viz.chart;

import de.erichseifert.vectorgraphics2d.VectorGraphics2D;
import de.erichseifert.vectorgraphics2d.svg.SVGProcessor;
import de.erichseifert.vectorgraphics2d.util.PageSize;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.jfree.chart.JFreeChart;

/**
 * Where charts go, as PNG, and as SVG too if asked.
 *
 * @param vector whether to write SVG beside PNG
 */
public record ChartFiles(Target target, boolean vector) {
  /** Charts that are drawn for nobody to see. */
  public static final ChartFiles NOWHERE =
      new ChartFiles(name -> OutputStream.nullOutputStream(), false);

  /** Opens files by their names. */
  public interface Target {
    OutputStream open(String name) throws IOException;
  }

  /** In a directory. */
  public ChartFiles(Path directory, boolean vector) {
    this(name -> Files.newOutputStream(directory.resolve(name)), vector);
  }

  void save(JFreeChart chart, String name, int width, int height) throws IOException {
    BufferedImage image =
        chart.createBufferedImage(width, height, BufferedImage.TYPE_INT_RGB, null);
    try (OutputStream out = open(name + ".png");
        ImageOutputStream png = new MemoryCacheImageOutputStream(out)) {
      ImageIO.write(image, "png", png);
    }
    if (vector) {
      VectorGraphics2D graphics = new VectorGraphics2D();
      chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
      try (OutputStream out = open(name + ".svg")) {
        new SVGProcessor()
            .getDocument(graphics.getCommands(), new PageSize(0, 0, width, height))
            .writeTo(out);
      }
    }
  }

  private OutputStream open(String name) throws IOException {
    return new BufferedOutputStream(target.open(name));
  }
}
