package trn2sim.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The run-time libraries are byte for byte those that {@code .mvn/jars.sha256} names. */
class PinnedJarsTest {
  @Test
  void everyRunTimeJarIsTheOneThatWasChecked() throws IOException, NoSuchAlgorithmException {
    Map<String, String> pinned = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("..", ".mvn", "jars.sha256"))) {
      String[] sumAndName = line.split(" +", -1);
      pinned.put(sumAndName[1], sumAndName[0]);
    }
    Map<String, String> found = new TreeMap<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (pinned.containsKey(jar.getFileName().toString())) {
        found.put(jar.getFileName().toString(), sum(jar));
      }
    }
    assertEquals(pinned, found);
    assertEquals(List.of(), unpinned(pinned));
  }

  /** Those that {@code mvn package} gathers for the launcher, if it has. */
  private static List<String> unpinned(Map<String, String> pinned) {
    String[] gathered = new File("target/lib").list();
    return gathered == null
        ? List.of()
        : List.of(gathered).stream()
            .filter(name -> !pinned.containsKey(name))
            .filter(name -> !name.matches("(sim-core|hw-model|kernels|traces)-.*"))
            .toList();
  }

  private static String sum(Path jar) throws IOException, NoSuchAlgorithmException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar));
    return HexFormat.of().formatHex(digest);
  }
}
