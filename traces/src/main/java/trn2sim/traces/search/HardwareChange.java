package trn2sim.traces.search;

import java.util.ArrayList;
import java.util.List;
import trn2sim.hw.spec.DeviceParameters;
import trn2sim.traces.scenario.Scenario;

/**
 * A device with a part of it made faster: not what a user can choose, but what tells where the time
 * goes.
 *
 * @param kind the devices that have it
 * @param factor what the parameters are multiplied by
 */
record HardwareChange(String kind, String name, double factor, List<String> parameters) {
  private static final List<HardwareChange> ALL =
      List.of(
          of("neuroncore", "links and collectives twice as fast", 2)
              .with("link.xy_bandwidth", "link.z_bandwidth", "cc.channel_bandwidth")
              .with("cc.cross_die_bandwidth", "cc.core_bandwidth_lnc1", "cc.core_bandwidth_lnc2"),
          of("neuroncore", "collectives start in half the time", 0.5)
              .with("cc.trigger", "cc.group_trigger", "cc.step_hbm")
              .with("cc.step_sbuf", "link.hop_latency"),
          of("neuroncore", "HBM and DMA engines twice as fast", 2)
              .with("hbm.stack_bandwidth", "dma.engine_bandwidth", "dma.dge_read_bandwidth"),
          of("neuroncore", "TensorE never throttled", 0.5)
              .with("tensor_engine.throttle.slow_factor"),
          of("gpu", "links twice as fast", 2).with("link.bandwidth"),
          of("gpu", "HBM twice as fast", 2).with("hbm.bandwidth"),
          of("gpu", "host calls in half the time", 0.5)
              .with("host.copy_call", "host.flag_call", "host.barrier_call", "host.kernel_call"),
          of("ascend", "links twice as fast", 2).with("mesh.pair_bandwidth"),
          of("ascend", "loads into a core twice as fast", 2).with("mte2.bandwidth"),
          of("ascend", "HBM twice as fast", 2).with("hbm.bandwidth"));

  private static HardwareChange of(String kind, String name, double factor) {
    return new HardwareChange(kind, name, factor, List.of());
  }

  private HardwareChange with(String... more) {
    List<String> all = new ArrayList<>(parameters);
    all.addAll(List.of(more));
    return new HardwareChange(kind, name, factor, all);
  }

  static List<HardwareChange> of(Scenario scenario) {
    String kind = scenario.device().kind();
    return ALL.stream().filter(change -> change.kind.equals(kind)).toList();
  }

  List<Change> changes(DeviceParameters device) {
    return parameters.stream().map(parameter -> change(device, parameter)).toList();
  }

  private Change change(DeviceParameters device, String parameter) {
    String now = device.parameter(parameter).value();
    String[] parts = now.split(" ", 2);
    String number = Double.toString(factor * Double.parseDouble(parts[0]));
    String unit = parts.length > 1 ? " " + parts[1] : "";
    return new Change("overrides." + parameter, now, number + unit);
  }
}
