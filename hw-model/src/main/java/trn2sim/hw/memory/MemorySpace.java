package trn2sim.hw.memory;

/** The memories an instruction operand can live in. */
public enum MemorySpace {
  HBM,
  SBUF,
  PSUM
}
