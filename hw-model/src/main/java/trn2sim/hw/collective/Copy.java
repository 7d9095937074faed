package trn2sim.hw.collective;

import java.util.List;
import java.util.function.LongConsumer;
import trn2sim.core.resource.Flow;

/**
 * One piece of work for a CC-core.
 *
 * @param readyPs when everybody concerned is ready
 * @param setupPs from there to the first byte
 * @param notifyPs from the last byte until everybody concerned knows
 * @param weight share of the engines against compute transfers
 */
record Copy(
    int task,
    long bytes,
    List<Flow.Use> uses,
    double capPerPs,
    double weight,
    long readyPs,
    long setupPs,
    long notifyPs,
    LongConsumer whenDone) {}
