package trn2sim.cluster;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * What points need on another machine: the sweep's text, and the files and recordings it names.
 *
 * @param home the directory that names are relative to, on the caller's machine
 * @param file the sweep's name, as the caller gave it
 * @param changes to the text, as {@code KEY=VALUE}
 * @param files by their full names
 * @param recordings by the recorder's request
 * @param refusals why a request gave no recording
 */
record Luggage(
    String home,
    String file,
    String text,
    List<String> changes,
    Map<String, Piece> files,
    Map<String, Piece> recordings,
    Map<String, String> refusals)
    implements Serializable {

  /** The contents of a file, and what errors call it. */
  record Piece(String name, byte[] contents) implements Serializable {}
}
