package trn2sim.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.nki.Recorder;

/**
 * The jar that runs points on a cluster, with Spark's jars beside it. Both are loaded apart from
 * this program, which has other versions of some libraries; only types of the JDK cross.
 */
final class ClusterJar {
  private static final String BUILD = "mvn -q -B -Pcluster -DskipTests package";
  private static final Path JAR = Path.of("cluster", "target", "trn2sim-cluster.jar");
  private static final Path SPARK = Path.of("cluster", "target", "spark.classpath");
  private static final String ENTRY = "trn2sim.cluster.ClusterSweep";

  private final Path jar;
  private final List<Path> spark;

  private ClusterJar(Path jar, List<Path> spark) {
    this.jar = jar;
    this.spark = spark;
  }

  /** The one of this installation; says how to make it if there is none. */
  static ClusterJar find() {
    Path home = Path.of(System.getProperty(Recorder.HOME, ""));
    Path jar = home.resolve(JAR).toAbsolutePath();
    if (!Files.isRegularFile(jar)) {
      throw SpecException.at("cluster-sweep", "no " + JAR, "the jar that " + BUILD + " makes");
    }
    try {
      requireSameBuild(jar);
      return new ClusterJar(jar, spark(home));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + jar + ": " + e.getMessage(), e);
    }
  }

  /** An older jar would give the results of an older program. */
  private static void requireSameBuild(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(ClusterJar::isShared).toList()) {
        if (entry.getCrc() != crcHere(entry.getName())) {
          throw SpecException.at(
              jar.toString(),
              "a jar of another build (" + entry.getName() + " differs)",
              "one of this build: " + BUILD);
        }
      }
    }
  }

  /** Classes and data of the simulator; those of JSON are changed to use a library of their own. */
  private static boolean isShared(ZipEntry entry) {
    String name = entry.getName();
    return !entry.isDirectory()
        && (name.startsWith("trn2sim/") || name.startsWith("devices/"))
        && Stream.of("trn2sim/core/json/", "trn2sim/cluster/", "trn2sim/shaded/")
            .noneMatch(name::startsWith);
  }

  private static long crcHere(String resource) throws IOException {
    CRC32 crc = new CRC32();
    try (InputStream in = ClusterJar.class.getClassLoader().getResourceAsStream(resource)) {
      crc.update(in == null ? new byte[0] : in.readAllBytes());
    }
    return crc.getValue();
  }

  private static List<Path> spark(Path home) throws IOException {
    Optional<Path> installed = Optional.ofNullable(System.getenv("SPARK_HOME")).map(Path::of);
    if (installed.isPresent()) {
      try (Stream<Path> jars = Files.list(installed.get().resolve("jars"))) {
        return jars.filter(path -> path.toString().endsWith(".jar")).sorted().toList();
      }
    }
    String classPath = Files.readString(home.resolve(SPARK)).strip();
    return Stream.of(classPath.split(File.pathSeparator)).map(Path::of).toList();
  }

  /** Hands over; returns when all points are in the journal. */
  void run(List<String> arguments, Runnable step, Consumer<String> say) throws IOException {
    // Never closed: what Spark does when the process ends needs its classes.
    ClassLoader loader = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try {
      thread.setContextClassLoader(loader);
      loader
          .loadClass(ENTRY)
          .getMethod("run", List.class, Runnable.class, Consumer.class)
          .invoke(null, arguments, step, say);
    } catch (InvocationTargetException e) {
      throw cause(e);
    } catch (ReflectiveOperationException e) {
      throw new IOException(jar + " is not the jar that " + BUILD + " makes: " + e, e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static IOException cause(InvocationTargetException e) throws IOException {
    if (e.getCause() instanceof IOException io) {
      return io;
    }
    if (e.getCause() instanceof UncheckedIOException io) {
      throw io;
    }
    // Exceptions of the other loader's classes are unknown here; their words are not.
    return new IOException(String.valueOf(e.getCause().getMessage()), e.getCause());
  }

  private URL[] urls() throws MalformedURLException {
    List<URL> urls = new ArrayList<>(List.of(jar.toUri().toURL()));
    for (Path path : spark) {
      urls.add(path.toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }
}
