package trn2sim.kernels.nki.stream;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import trn2sim.core.cancel.Joined;
import trn2sim.core.json.JsonLines;
import trn2sim.core.json.JsonLinesException;

/**
 * The records of a stream in batches, the next of which are parsed on another thread while somebody
 * works on this one: parsing a long stream takes about as long as building its programs.
 *
 * @param <T> what is made of a record over there
 */
final class RecordsAhead<T> implements Closeable {
  private static final int BATCH = 512;
  private static final int AHEAD = 3;

  /** Where a record stands, in words only if somebody asks. */
  private record Place(Path file, int line) {
    @Override
    public String toString() {
      return file + ":" + line;
    }
  }

  private final Path file;
  private final JsonLines lines;
  private final Function<Fields, T> parse;
  private final ExecutorService parser = Executors.newSingleThreadExecutor(RecordsAhead::daemon);

  /** What ended a batch early: told once the records before it were taken. */
  private Optional<NkiException> failure = Optional.empty();

  private final Deque<CompletableFuture<List<T>>> ahead = new ArrayDeque<>();

  RecordsAhead(Path file, JsonLines.Filter filter, Function<Fields, T> parse) throws IOException {
    this.file = file;
    this.parse = parse;
    this.lines = new JsonLines(StreamFile.open(file), filter);
    for (int i = 0; i < AHEAD; i++) {
      askForMore();
    }
  }

  private void askForMore() {
    ahead.add(CompletableFuture.supplyAsync(this::batch, parser));
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "stream");
    thread.setDaemon(true);
    return thread;
  }

  /** The next records, none at the end. */
  List<T> next() {
    askForMore();
    return Joined.of(ahead.remove());
  }

  private List<T> batch() {
    failure.ifPresent(
        wrong -> {
          throw wrong;
        });
    List<T> records = new ArrayList<>(BATCH);
    failure = parsed(records);
    return failure.isPresent() && records.isEmpty() ? batch() : records;
  }

  /** Fills a batch; returns what went wrong before it was full. */
  private Optional<NkiException> parsed(List<T> records) {
    try {
      Optional<Object> value = lines.next();
      while (value.isPresent()) {
        records.add(parse.apply(new Fields(new Place(file, lines.line()), value.get())));
        value = records.size() < BATCH ? lines.next() : Optional.empty();
      }
    } catch (JsonLinesException e) {
      return Optional.of(
          new NkiException(
              file
                  + ":"
                  + e.line()
                  + ": found no JSON ("
                  + e.getMessage()
                  + "), expected a stream"));
    } catch (IOException e) {
      return Optional.of(new NkiException(file + ": cannot be read: " + e.getMessage()));
    } catch (NkiException e) {
      return Optional.of(e);
    }
    return Optional.empty();
  }

  /** Waits for the batches at hand, whose parser nobody may close meanwhile. */
  @Override
  public void close() throws IOException {
    parser.shutdown();
    ahead.getLast().handle((records, wrong) -> records).join();
    lines.close();
  }
}
