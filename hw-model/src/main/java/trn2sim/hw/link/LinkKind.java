package trn2sim.hw.link;

/** The two sorts of NeuronLink, which differ in bandwidth: inside an instance and between them. */
enum LinkKind {
  /** Between neighbouring chips of one instance. */
  XY,
  /** Between chips at the same coordinate of neighbouring instances of an UltraServer. */
  Z
}
