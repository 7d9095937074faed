package trn2sim.hw.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import trn2sim.core.timeline.Row;
import trn2sim.core.timeline.Track;
import trn2sim.core.timeline.TrackName;
import trn2sim.hw.collective.Fabric;
import trn2sim.hw.dma.Transfer;

/** Rows of a timeline for the DMA queues and the CC-cores of a core that carried something. */
record CarriedRows(
    Map<Transfer.Queue, List<NeuronCore.Payload>> payloads, List<List<Fabric.Payload>> channels) {
  List<Row> all() {
    List<Row> rows = new ArrayList<>();
    payloads.forEach(
        (queue, all) ->
            PayloadRows.of(queue, all)
                .forEach(
                    (name, carried) ->
                        add(rows, name, Track.Kind.QUEUE, carried, CarriedRows::bar)));
    for (int channel = 0; channel < channels.size(); channel++) {
      List<Fabric.Payload> copies = channels.get(channel);
      add(rows, name(channel), Track.Kind.LINK, copies, CarriedRows::bar);
    }
    return rows;
  }

  /** The bytes of each bar of a row. */
  List<Long> bytes(String row, IntToLongFunction ofTransfer) {
    for (Map.Entry<Transfer.Queue, List<NeuronCore.Payload>> queue : payloads.entrySet()) {
      if (queue.getKey().label().equals(TrackName.kind(row))) {
        return PayloadRows.of(queue.getKey(), queue.getValue()).get(row).stream()
            .map(payload -> ofTransfer.applyAsLong(payload.task()))
            .toList();
      }
    }
    for (int channel = 0; channel < channels.size(); channel++) {
      if (row.equals(name(channel))) {
        return channels.get(channel).stream().map(Fabric.Payload::bytes).toList();
      }
    }
    return List.of();
  }

  private static String name(int channel) {
    return "Cc[" + channel + "]";
  }

  private static Row.Bar bar(NeuronCore.Payload payload) {
    return Row.Bar.issued(payload.task(), payload.startPs(), payload.endPs());
  }

  private static Row.Bar bar(Fabric.Payload copy) {
    return Row.Bar.issued(copy.task(), copy.startPs(), copy.endPs());
  }

  private static <T> void add(
      List<Row> rows, String name, Track.Kind kind, List<T> carried, Function<T, Row.Bar> bar) {
    if (!carried.isEmpty()) {
      rows.add(new Row(name, kind, carried.stream().map(bar).toList()));
    }
  }
}
