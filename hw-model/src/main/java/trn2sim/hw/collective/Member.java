package trn2sim.hw.collective;

import trn2sim.core.program.Process;
import trn2sim.core.resource.Channel;
import trn2sim.hw.dma.DmaEngines;

/**
 * What the fabric knows of a core: its process, its DMA engines and its HBM stack.
 *
 * @param received what its collectives of more than two ranks may bring it, all channels together
 */
record Member(int core, Process process, DmaEngines dma, Channel hbm, Channel received) {}
