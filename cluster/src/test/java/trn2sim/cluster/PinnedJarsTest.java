package trn2sim.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The libraries in the cluster's jar are those that {@code .mvn/cluster-jars.sha256} names. */
class PinnedJarsTest {
  @Test
  void everyBundledJarIsTheOneThatWasChecked() throws IOException, NoSuchAlgorithmException {
    Map<String, String> pinned = new TreeMap<>();
    for (String line : Files.readAllLines(Path.of("..", ".mvn", "cluster-jars.sha256"))) {
      String[] sumAndName = line.split(" +", -1);
      pinned.put(sumAndName[1], sumAndName[0]);
    }
    Map<String, String> found = new TreeMap<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      String name = jar.getFileName().toString();
      boolean bundled = name.startsWith("parquet-") || name.startsWith("jts-");
      if (bundled || pinned.containsKey(name)) {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        found.put(name, HexFormat.of().formatHex(digest.digest(Files.readAllBytes(jar))));
      }
    }
    assertEquals(pinned, found);
  }
}
