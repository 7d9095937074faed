package trn2sim.kernels.api;

import trn2sim.hw.memory.DType;
import trn2sim.hw.spec.DeviceParameters;

/** What a scenario asks of a kernel. */
public record Request(
    Settings shape, Settings options, DType dtype, Ranks ranks, DeviceParameters device) {}
