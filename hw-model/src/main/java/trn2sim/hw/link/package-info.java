/**
 * Where ranks sit, which links join them and in which order collectives move data: index arithmetic
 * without time.
 *
 * <p>{@link trn2sim.hw.link.Topology} names chips and directed links, {@link
 * trn2sim.hw.link.RankPlacement} puts ranks on cores, {@link trn2sim.hw.link.Router} finds routes,
 * {@link trn2sim.hw.link.RingEmbedding} finds the rings of a group and {@link
 * trn2sim.hw.link.AllGatherPlanner} writes an all-gather as steps of transfers.
 */
package trn2sim.hw.link;
