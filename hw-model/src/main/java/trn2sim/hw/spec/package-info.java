/** Devices: typed records that models are built from, and the cited leaves behind them. */
package trn2sim.hw.spec;
