package trn2sim.cli;

/** Which trace a run leaves behind. */
enum TraceChoice {
  /** All of it if a browser can open that, else a part, compressed. */
  AUTO,
  /** All of it, whatever its size. */
  FULL,
  /** None. */
  NONE
}
