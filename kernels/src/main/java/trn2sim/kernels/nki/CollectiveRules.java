package trn2sim.kernels.nki;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import trn2sim.core.unit.Text;
import trn2sim.hw.isa.AllGather;
import trn2sim.hw.isa.AllToAll;
import trn2sim.hw.isa.AluOp;
import trn2sim.hw.isa.CollectivePermute;
import trn2sim.hw.isa.Engine;
import trn2sim.hw.isa.GroupCollective;
import trn2sim.hw.isa.Partners;
import trn2sim.hw.isa.Peers;
import trn2sim.hw.isa.Reduction;
import trn2sim.hw.memory.Access;
import trn2sim.hw.memory.Pattern;
import trn2sim.kernels.api.CoreScript;
import trn2sim.kernels.nki.stream.Call;
import trn2sim.kernels.nki.stream.Fields;
import trn2sim.kernels.nki.stream.UnsupportedException;

/** Exchanges between ranks, and between the cores of a rank. */
final class CollectiveRules {
  private static final List<Integer> BOTH = List.of(0, 1);
  private static final String PERMUTE = "collective_permute_implicit";

  private final CoreScript script;
  private final Views views;
  private final Launching launching;
  private final int core;
  private int ordinal = -1;
  private CoreProgram.Traffic traffic = CoreProgram.Traffic.NONE;

  CollectiveRules(CoreScript script, Views views, Launching launching, int core) {
    this.core = core;
    this.script = script;
    this.views = views;
    this.launching = launching;
  }

  /** Counts the records of collectives, which is how shared ones are known. */
  void next(Call call) {
    ordinal += SharedCalls.isCollective(call) ? 1 : 0;
  }

  static boolean isPermute(Call call) {
    return call.op().equals(PERMUTE);
  }

  void addTo(Map<String, Consumer<Call>> rules) {
    rules.put("all_gather", call -> each(call, this::allGather));
    rules.put("all_reduce", call -> each(call, this::allReduce));
    rules.put("reduce_scatter", call -> each(call, this::reduceScatter));
    rules.put("all_to_all", call -> each(call, this::allToAll));
    rules.put("collective_permute", this::pairs);
    rules.put("sendrecv", this::exchange);
    rules.put("core_barrier", this::barrier);
  }

  CoreProgram.Traffic traffic() {
    return traffic;
  }

  /** Whether a record is the next channel of the permute whose records came before it. */
  static boolean continues(List<Call> before, Call call) {
    return call.op().equals(PERMUTE)
        && !before.isEmpty()
        && before.get(0).op().equals(PERMUTE)
        && before.get(0).source() == call.source()
        && channel(call) == before.size();
  }

  private static int channel(Call call) {
    return call.has("channel") ? call.integers("channel").get(0) : 0;
  }

  /** The channels of one call start together. */
  void permute(List<Call> channels) {
    for (int i = 0; i < channels.size(); i++) {
      Call call = channels.get(i);
      call.requireOnly("groups", "channel");
      launching.groups().requireOwn((List<?>) call.attributes().get("groups"));
      if (channel(call) != i) {
        throw new UnsupportedException(
            PERMUTE + " on channel " + channel(call) + ", expected channels from 0 on");
      }
    }
    List<Access> dsts = channels.stream().map(call -> views.of(call.output())).toList();
    List<Access> srcs = channels.stream().map(call -> views.of(call.input(0))).toList();
    if (isShared()) {
      together(
          Stream.concat(dsts.stream(), srcs.stream()).toList(),
          () -> shares(dsts, srcs, new Partners.Neighbours()));
    } else {
      script.permute(dsts, srcs);
    }
    traffic = traffic.and(new CoreProgram.Traffic(channels.size(), 0, false));
  }

  /** Each core sends its part. */
  private void shares(List<Access> dsts, List<Access> srcs, Partners partners) {
    List<Access> parts = srcs.stream().flatMap(src -> partOfCore(src).stream()).toList();
    for (int channel = 0; channel < parts.size(); channel++) {
      Access src = parts.get(channel);
      List<Access> others = parts.stream().filter(other -> other != src).toList();
      Access dst = partOfCore(dsts.get(channel)).orElseThrow();
      script.add(new CollectivePermute(dst, src, channel, partners, others));
    }
  }

  /** A part of the rows, or of a single one; none, if there are not enough for all cores. */
  private Optional<Access> partOfCore(Access whole) {
    return whole.rows() > 1 ? rowsOfCore(whole) : columnsOfCore(whole);
  }

  /** The target holds the sources of all ranks, one after the other. */
  private void allGather(Call call) {
    call.requireOnly("groups", "dim");
    Peers peers = peers(call);
    Access src = views.of(call.input(0));
    int dim = call.integers("dim").get(0);
    if (dim > 1) {
      throw new UnsupportedException("all_gather along dimension " + dim + ", expected 0 or 1");
    }
    boolean byRows = dim == 0;
    Access dst = views.of(call.output(), byRows ? src.rows() * peers.count() : src.rows());
    group(new AllGather(dst, src, peers));
  }

  /** Source and target have one shape. */
  private void allReduce(Call call) {
    call.requireOnly("groups", "dim", "op");
    Access dst = views.of(call.output());
    group(new Reduction(dst, views.of(call.input(0)), peers(call), op(call), false));
  }

  /** The source holds what the targets of all ranks get, one after the other. */
  private void reduceScatter(Call call) {
    call.requireOnly("groups", "dim", "op");
    requireFirst(call);
    Peers peers = peers(call);
    Access dst = views.of(call.output());
    Access src = views.of(call.input(0), dst.rows() * peers.count());
    group(new Reduction(dst, src, peers, op(call), true));
  }

  /** Both hold a part for each rank, one after the other. */
  private void allToAll(Call call) {
    call.requireOnly("groups", "dim");
    requireFirst(call);
    group(new AllToAll(views.of(call.output()), views.of(call.input(0)), peers(call)));
  }

  private Peers peers(Call call) {
    return launching.groups().peers((List<?>) call.attributes().get("groups"));
  }

  private static void each(Call call, Consumer<Call> rule) {
    call.parts().forEach(rule);
  }

  private static void requireFirst(Call call) {
    if (!call.integers("dim").equals(List.of(0))) {
      throw new UnsupportedException(call.op() + " along another dimension than the first");
    }
  }

  private static AluOp op(Call call) {
    String word = String.valueOf(call.attributes().get("op"));
    return AluOp.of(word).orElseThrow(() -> new UnsupportedException(call.op() + " by " + word));
  }

  private void group(GroupCollective whole) {
    if (isShared()) {
      together(List.of(whole.dst(), whole.src()), () -> share(whole));
    } else {
      script.collective(whole);
    }
    long bytes = whole.shareBytes(0, 0, 1);
    boolean own = launching.groups().note(whole.peers(), bytes);
    traffic = traffic.and(new CoreProgram.Traffic(0, own ? bytes : 0, !own));
  }

  /** A collective that all cores of the rank issue is one: they meet before and after it. */
  private boolean isShared() {
    return launching.shared().contains(ordinal);
  }

  private void together(List<Access> whole, Runnable part) {
    script.coreBarrier(Engine.SYNC, whole);
    part.run();
    script.coreBarrier(Engine.SYNC, whole);
  }

  /** A core's part has something of every rank: what lies side by side is shared by its rows. */
  private void share(GroupCollective whole) {
    boolean beside = whole.dst().elements() != whole.src().elements();
    Function<Access, Optional<Access>> part = beside ? this::rowsOfCore : this::columnsOfCore;
    if (part.apply(whole.src()).isPresent()) {
      script.add(whole.with(operand -> part.apply(operand).orElseThrow()));
    }
  }

  private Optional<Access> rowsOfCore(Access whole) {
    int first = start(whole.rows(), core);
    int rows = start(whole.rows(), core + 1) - first;
    int row = whole.row() + first * whole.pitch() / whole.buffer().cols();
    boolean inRows = whole.pitch() % whole.buffer().cols() == 0;
    if (!inRows) {
      throw new UnsupportedException(whole.buffer().name() + " shared by cores in parts of rows");
    }
    return Optional.of(rows).filter(n -> n > 0).map(n -> part(whole, row, n, 0, whole.pattern()));
  }

  private Optional<Access> columnsOfCore(Access whole) {
    int first = start(whole.elements(), core);
    int cols = start(whole.elements(), core + 1) - first;
    if (whole.pattern().run() != whole.elements()) {
      throw new UnsupportedException(whole.buffer().name() + " shared by cores in pieces");
    }
    return Optional.of(cols)
        .filter(n -> n > 0)
        .map(n -> new Pattern(List.of(new Pattern.Dim(1, n))))
        .map(pattern -> part(whole, whole.row(), whole.rows(), first, pattern));
  }

  private static Access part(Access whole, int row, int rows, int further, Pattern pattern) {
    int col = whole.col() + further;
    return new Access(whole.buffer(), row, rows, col, pattern, whole.pitch(), whole.offset());
  }

  /** Where a core's part begins; the first cores have one more of what does not divide. */
  private int start(int count, int part) {
    int cores = launching.ranks().lnc();
    return (count * part + cores - 1) / cores;
  }

  private void exchange(Call call) {
    call.requireOnly("send_to_rank", "recv_from_rank", "pipe_id");
    if (launching.ranks().lnc() == 1) {
      throw new UnsupportedException("sendrecv between two cores, and ranks.lnc is 1");
    }
    requireOther(call, "send_to_rank");
    requireOther(call, "recv_from_rank");
    int pipe = call.integers("pipe_id").get(0);
    Partners other = new Partners.OtherCore(pipe);
    script.permute(Pipes.channel(pipe), views.of(call.output()), views.of(call.input(0)), other);
    traffic = traffic.and(new CoreProgram.Traffic(0, 0, true));
  }

  private void requireOther(Call call, String key) {
    if (!call.integers(key).equals(List.of(1 - core))) {
      throw new UnsupportedException(
          Text.format(
              "sendrecv with %s %s on core %d, expected %d, the other core",
              key, call.attributes().get(key), core, 1 - core));
    }
  }

  /** Partners that the program names, by rank. */
  private void pairs(Call call) {
    call.requireOnly("pairs");
    if (launching.ranks().groups() > 1 || call.inputs().size() != 1) {
      throw new UnsupportedException("collective_permute of several groups or tensors");
    }
    Fields pairs = new Fields(call.op(), call.attributes().get("pairs"));
    List<Partners.Pair> named = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i++) {
      named.add(new Partners.Pair(pairs.list(i).small(0), pairs.list(i).small(1)));
    }
    Partners.Pairs partners = new Partners.Pairs(named);
    if (!partners.joins(launching.ranks().tp())) {
      throw new UnsupportedException(
          "collective_permute by "
              + call.attributes().get("pairs")
              + ", expected pairs in which each rank (ranks.tp: "
              + launching.ranks().tp()
              + ") sends once and receives once");
    }
    Access dst = views.of(call.output());
    Access src = views.of(call.input(0));
    if (isShared()) {
      together(List.of(dst, src), () -> shares(List.of(dst), List.of(src), partners));
    } else {
      script.permute(0, dst, src, partners);
    }
    traffic = traffic.and(new CoreProgram.Traffic(0, 0, true));
  }

  private void barrier(Call call) {
    call.requireOnly("cores");
    boolean alone = launching.ranks().lnc() == 1;
    List<Integer> named = call.has("cores") ? call.integers("cores") : List.of();
    boolean all = named.isEmpty() || named.equals(BOTH) || (alone && named.equals(List.of(0)));
    if (!all) {
      throw new UnsupportedException("core_barrier of the cores " + named + ", expected " + BOTH);
    }
    Engine engine = call.engineOr(Engine.GPSIMD);
    List<Access> data = List.of(views.of(call.output()));
    if (!alone || !named.equals(BOTH)) {
      script.coreBarrier(engine, data);
    } else if (call.flag("guess")) {
      script.stackBarrier(engine, data);
    } else {
      throw new UnsupportedException(
          "core_barrier of programs that one core runs one after another, expected ranks.lnc: 2");
    }
  }
}
