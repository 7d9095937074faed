package trn2sim.cli;

import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import trn2sim.core.config.SpecException;
import trn2sim.kernels.nki.stream.NkiException;
import trn2sim.traces.run.RunFailure;

/**
 * What a command says of work that it could not do.
 *
 * @param status what the program returns for it
 */
record Failure(int status, String message) {
  static final int FAILED = 1;
  static final int BAD_INPUT = 2;

  private static final String NOT_IN_LOCALE =
      "a file name has characters that this locale cannot spell; use a UTF-8 one, such as"
          + " LC_ALL=C.UTF-8";

  static Failure of(Exception e) {
    if (e instanceof SpecException || e instanceof NkiException) {
      return new Failure(BAD_INPUT, e.getMessage());
    }
    if (e instanceof InvalidPathException) {
      return new Failure(BAD_INPUT, NOT_IN_LOCALE);
    }
    if (e instanceof RunFailure || e instanceof UncheckedIOException) {
      return new Failure(FAILED, e.getMessage());
    }
    return new Failure(FAILED, "internal error, please report it with --debug: " + e);
  }
}
