package trn2sim.hw.collective;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import trn2sim.core.program.Parcel;
import trn2sim.core.program.Process;
import trn2sim.core.program.Runner;
import trn2sim.core.resource.Channel;
import trn2sim.core.resource.Flow;
import trn2sim.core.resource.FlowNetwork;
import trn2sim.core.sim.Phase;
import trn2sim.core.sim.Simulation;
import trn2sim.hw.dma.DmaEngines;
import trn2sim.hw.dma.Jitter;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Instruction;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.link.AllGatherPlan;
import trn2sim.hw.link.RingOrder;
import trn2sim.hw.memory.MemorySpace;
import trn2sim.hw.spec.CollectiveSpec;
import trn2sim.hw.spec.NeuronSpec;

/** Runs the collectives of all cores: brings partners together and moves the data between them. */
public final class Fabric {
  /**
   * A copy made by a CC-core.
   *
   * @param uses what it took of memories, links and engines for each of its bytes
   */
  public record Payload(int task, long startPs, long endPs, long bytes, List<Flow.Use> uses) {}

  /** Whether a core's collective takes no time once the partners are there. */
  public interface AtOnce {
    boolean of(int core, int task);
  }

  private final Communicator communicator;
  private final Simulation simulation;
  private final FlowNetwork network;
  private final Runner runner;
  private final AtOnce atOnce;
  private final double coreBytesPerPs;
  private final Links links;
  private final Wires wires;
  private final Map<Integer, Member> members = new TreeMap<>();
  private final Map<Integer, CcCore[]> ccCores = new TreeMap<>();
  private final Map<Integer, CcStream> streams = new TreeMap<>();
  private final Map<Long, Permute> permutes = new TreeMap<>();
  private final Map<Long, Exchange> exchanges = new TreeMap<>();
  private final Map<Meeting, Permute> betweenCores = new HashMap<>();
  private final Map<Pipe, Integer> calls = new HashMap<>();

  /** Exchanges of a core with the other one of its rank. */
  private record Pipe(int core, int number) {}

  /** One of them, which the other core has in its own pipe of the same number. */
  private record Meeting(int firstCore, int pipe, int call) {}

  public Fabric(
      NeuronSpec device,
      Communicator communicator,
      Simulation simulation,
      FlowNetwork network,
      Runner runner,
      AtOnce atOnce) {
    this.communicator = communicator;
    this.simulation = simulation;
    this.network = network;
    this.runner = runner;
    this.atOnce = atOnce;
    this.links = new Links(device);
    this.coreBytesPerPs =
        device.collective().core(communicator.placement().lnc()).bytesPerSecond() / 1e12;
    this.wires = new Wires(device, links, communicator.router());
  }

  /** Makes a core known. */
  public void join(int core, Process process, DmaEngines dma, Channel hbm, Jitter jitter) {
    Channel received = new Channel("Core[" + core + "].Received", coreBytesPerPs);
    members.put(core, new Member(core, process, dma, hbm, received));
    CcCore[] channels = new CcCore[CollectiveSpec.CHANNELS];
    for (int channel = 0; channel < CollectiveSpec.CHANNELS; channel++) {
      channels[channel] = new CcCore(simulation, network, jitter);
    }
    ccCores.put(core, channels);
    streams.put(core, new CcStream());
  }

  /**
   * A core has reached a collective. Cores of one role meet at the same task, the cores of a rank,
   * which run scripts of their own, at the same call.
   */
  public void arrive(int core, int task, Instruction instruction, long fixedPs, long atPs) {
    Grouping grouping =
        instruction instanceof GroupCollective joint
            ? communicator.grouping(joint)
            : communicator.own();
    int group = grouping.of(rankOf(core));
    long lane =
        (long) group * communicator.placement().lnc() + core % communicator.placement().lnc();
    long key = lane << 32 | task;
    if (instruction instanceof CollectivePermute permute) {
      Permute meeting = meeting(permute, core, task, key);
      LongConsumer arrive = at -> meeting.arrive(core, task, permute, fixedPs, at);
      if (permute.partners() instanceof Partners.OtherCore) {
        arrive.accept(atPs);
      } else {
        streams.get(core).trigger(task, 1 << permute.channel(), atPs, arrive);
      }
    } else if (instruction instanceof GroupCollective collective) {
      AllGatherPlan plan = grouping.plans().get(group);
      Exchange exchange =
          exchanges.computeIfAbsent(key, k -> new Exchange(this, plan, task, collective, fixedPs));
      int channels = (1 << exchange.channels()) - 1;
      streams.get(core).trigger(task, channels, atPs, at -> exchange.arrive(core, at));
    } else {
      throw new IllegalStateException("not a collective: " + instruction.describe());
    }
  }

  /** Where partners meet; those that are no neighbours by channel in their ring's first core. */
  private Permute meeting(CollectivePermute permute, int core, int task, long key) {
    if (permute.partners() instanceof Partners.Neighbours) {
      return permutes.computeIfAbsent(
          key, k -> new Permute(this, communicator.ring(permute, core)));
    }
    RingOrder ring = communicator.ring(permute, core);
    int first = Collections.min(ring.ranks());
    if (permute.partners() instanceof Partners.OtherCore other) {
      int call = calls.merge(new Pipe(core, other.pipe()), 1, Integer::sum);
      return betweenCores.computeIfAbsent(
          new Meeting(first, other.pipe(), call), k -> new Permute(this, ring));
    }
    return permutes.computeIfAbsent(~((long) first << 32 | task), k -> new Permute(this, ring));
  }

  /** One rank's half of a permute, once both partners are there. */
  void permute(
      Parcel parcel,
      CollectivePermute permute,
      int ringSize,
      int fromCore,
      int toCore,
      long fixedPs,
      long readyPs,
      LongConsumer whenDone) {
    Member from = members.get(fromCore);
    Member to = members.get(toCore);
    boolean hbm = permute.src().space() == MemorySpace.HBM;
    Wires.Step step =
        new Wires.Step(
            parcel.sent(),
            permute.channel(),
            permute.src().bytes(),
            hbm,
            ringSize,
            fixedPs,
            readyPs);
    copy(
        step,
        from,
        new Wires.Ends(List.of(from), List.of(to), false),
        end -> {
          runner.delivered(from.process(), to.process(), parcel);
          whenDone.accept(end);
        });
  }

  void copy(Wires.Step step, Member driver, Wires.Ends ends, LongConsumer whenDone) {
    if (step.bytes() == 0 || atOnce.of(driver.core(), step.task())) {
      long at = Math.max(simulation.now(), step.readyPs());
      simulation.at(at, Phase.COMPLETE, "free collective", () -> whenDone.accept(at));
      return;
    }
    Copy copy = wires.copy(step, driver, ends, whenDone);
    ccCores.get(driver.core())[step.channel()].submit(copy);
  }

  void delivered(Member from, Member to, int task, int part) {
    runner.delivered(from.process(), to.process(), new Parcel(task, task, part));
  }

  Member member(int core) {
    return members.get(core);
  }

  /** A core has all of its part of a collective. */
  void complete(int core, int task, long endPs) {
    streams.get(core).done(task, endPs);
    members.get(core).process().complete(task, endPs);
  }

  int rankOf(int core) {
    return communicator.rankOf(core);
  }

  /** The copies each channel of a core has driven. */
  public List<List<Payload>> payloads(int core) {
    List<List<Payload>> all = new ArrayList<>();
    for (CcCore channel : ccCores.get(core)) {
      all.add(channel.made().stream().map(Fabric::payload).toList());
    }
    return all;
  }

  private static Payload payload(CcCore.Done done) {
    Copy copy = done.copy();
    return new Payload(copy.task(), done.startPs(), done.endPs(), copy.bytes(), copy.uses());
  }

  /** The links that carried something. */
  public List<Channel> links() {
    return links.all();
  }
}
