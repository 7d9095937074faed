package trn2sim.kernels;

import java.util.List;
import trn2sim.kernels.allgather.AllGatherComputeMatmul;
import trn2sim.kernels.allgather.AllGatherMatmulRing;
import trn2sim.kernels.allgather.AllGatherThenMatmul;
import trn2sim.kernels.allgather.FineGrainedAllGather;
import trn2sim.kernels.allgather.Sb2SbAllGather;
import trn2sim.kernels.api.KernelCatalog;
import trn2sim.kernels.ascend.AscendAllGatherGemm;
import trn2sim.kernels.ascend.AscendGemm;
import trn2sim.kernels.helion.HelionKernel;
import trn2sim.kernels.matmul.MatmulKernel;
import trn2sim.kernels.micro.MicroAllGather;
import trn2sim.kernels.micro.MicroDma;
import trn2sim.kernels.micro.MicroElementwise;
import trn2sim.kernels.micro.MicroHandoff;
import trn2sim.kernels.micro.MicroMatmul;
import trn2sim.kernels.micro.MicroPermute;

/** The one place where the kernels are listed. */
public final class Kernels {
  /** All kernels, in the order in which they are shown. */
  public static final KernelCatalog ALL =
      new KernelCatalog(
          List.of(
              new AllGatherComputeMatmul(),
              new AllGatherThenMatmul(),
              new AllGatherMatmulRing(),
              new FineGrainedAllGather(),
              Sb2SbAllGather.whole(),
              Sb2SbAllGather.tiled(),
              new MatmulKernel(),
              new AscendAllGatherGemm(),
              new AscendGemm(),
              new HelionKernel(),
              new MicroMatmul(),
              MicroElementwise.vector(),
              MicroElementwise.scalar(),
              new MicroDma(),
              new MicroHandoff(),
              new MicroPermute(),
              new MicroAllGather()));

  private Kernels() {}
}
