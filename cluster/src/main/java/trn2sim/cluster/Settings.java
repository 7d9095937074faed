package trn2sim.cluster;

import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import org.apache.spark.SparkConf;

/** What Spark is told: what the user or {@code spark-submit} says, and else what suits points. */
record Settings(Options options) {
  SparkConf conf() {
    SparkConf conf = new SparkConf();
    options.master().ifPresent(conf::setMaster);
    options.settings().forEach(conf::set);
    conf.setIfMissing("spark.app.name", "trn2sim " + options.file().getFileName());
    conf.setIfMissing("spark.ui.enabled", "false");
    // Rows leave the driver's memory as they come, however many there are in all.
    conf.setIfMissing("spark.driver.maxResultSize", "0");
    // A block may be unlucky with several executors in turn; the point is not to blame.
    conf.setIfMissing("spark.task.maxFailures", "8");
    // Most points are over before the optimising compiler is done.
    conf.setIfMissing("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1");
    if (options.executors() > 1) {
      conf.setIfMissing("spark.executor.instances", Integer.toString(options.executors()));
    }
    ownJar().ifPresent(jar -> conf.setIfMissing("spark.jars", jar));
    return conf;
  }

  private static Optional<String> ownJar() {
    return Optional.ofNullable(Settings.class.getProtectionDomain().getCodeSource())
        .map(CodeSource::getLocation)
        .map(url -> Path.of(URI.create(url.toString())).toString())
        .filter(path -> path.endsWith(".jar"));
  }
}
